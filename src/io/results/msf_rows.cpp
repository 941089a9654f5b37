#include "io/results/msf_rows.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <type_traits>

#include "io/results/result_sink.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

template <class W>
constexpr std::string_view kNpyType = std::is_integral_v<W> ? "<u4"
                                      : sizeof(W) == 4      ? "<f4"
                                                            : "<f8";

template <class W>
void append_weight(W weight, std::string& out) {
  constexpr std::size_t kLongest = 32;  // -1.7976931348623157e+308 has 24
  char digits[kLongest];
  out.append(digits, std::to_chars(digits, digits + kLongest, weight).ptr);
}

}  // namespace

template <class W>
std::string MsfRows<W>::head(std::uint64_t num_vertices, std::uint64_t num_edges) const {
  switch (format_) {
    case ResultFormat::kTsv:
      require_tsv_labels(labels_, num_vertices);
      return "u\tv\tweight\n";
    case ResultFormat::kNpy:
      require_numeric_labels(labels_);
      return npy_head(fmt::format("[('u', '<i8'), ('v', '<i8'), ('weight', '{}')]", kNpyType<W>),
                      fmt::format("({},)", num_edges));
    case ResultFormat::kLdbc:
      break;
  }
  throw UsageError(
      "LDBC Graphalytics has no format for spanning forests: write .tsv or .npy instead");
}

template <class W>
void MsfRows<W>::append(GlobalVertex u, GlobalVertex v, W weight, std::string& out) const {
  if (format_ == ResultFormat::kNpy) {
    append_value(npy_label(labels_, u), out);
    append_value(npy_label(labels_, v), out);
    append_value(weight, out);
    return;
  }
  append_label(labels_, u, out);
  out += '\t';
  append_label(labels_, v, out);
  out += '\t';
  append_weight(weight, out);
  out += '\n';
}

template class MsfRows<float>;
template class MsfRows<double>;
template class MsfRows<std::uint32_t>;

}  // namespace strider

#include "io/results/tree_rows.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <type_traits>

#include "io/results/result_sink.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

template <class Distance>
void append_distance(Distance distance, std::string& out) {
  constexpr std::size_t kLongest = 32;  // 1.7976931348623157e+308 has 23
  char digits[kLongest];
  out.append(digits, std::to_chars(digits, digits + kLongest, distance).ptr);
}

}  // namespace

std::string BfsRows::head(std::uint64_t num_vertices) const {
  switch (format_) {
    case ResultFormat::kTsv:
      require_tsv_labels(labels_, num_vertices);
      return "vertex\tlevel\tparent\n";
    case ResultFormat::kLdbc:
      return "";
    case ResultFormat::kNpy:
      require_numeric_labels(labels_);
      return npy_head("'<i8'", fmt::format("({}, 3)", num_vertices));
  }
  return "";
}

void BfsRows::append(const TreeRow<Level>& row, std::string& out) const {
  constexpr std::uint64_t kLdbcUnreached = std::numeric_limits<std::int64_t>::max();
  switch (format_) {
    case ResultFormat::kTsv:
      append_label(labels_, row.vertex, out);
      if (!row.is_reached) {
        out += "\t-1\t-1\n";
        return;
      }
      out += '\t';
      append_number(std::uint64_t{row.depth}, out);
      out += '\t';
      append_label(labels_, row.parent, out);
      out += '\n';
      return;
    case ResultFormat::kLdbc:
      append_label(labels_, row.vertex, out);
      out += ' ';
      append_number(row.is_reached ? std::uint64_t{row.depth} : kLdbcUnreached, out);
      out += '\n';
      return;
    case ResultFormat::kNpy:
      append_value(npy_label(labels_, row.vertex), out);
      append_value(row.is_reached ? std::int64_t{row.depth} : std::int64_t{-1}, out);
      append_value(row.is_reached ? npy_label(labels_, row.parent) : std::int64_t{-1}, out);
      return;
  }
}

namespace {
/// Of a distance in an .npy file: integers become float64, which has a word for infinity and all
/// integers up to 2^53.
template <class W>
using Stored = std::conditional_t<std::is_same_v<W, float>, float, double>;
}  // namespace

template <class W>
std::string SsspRows<W>::head(std::uint64_t num_vertices) const {
  switch (format_) {
    case ResultFormat::kTsv:
      require_tsv_labels(labels_, num_vertices);
      return "vertex\tdistance\tparent\n";
    case ResultFormat::kLdbc:
      return "";
    case ResultFormat::kNpy:
      require_numeric_labels(labels_);
      return npy_head(fmt::format("[('vertex', '<i8'), ('distance', '<f{}'), ('parent', '<i8')]",
                                  sizeof(Stored<W>)),
                      fmt::format("({},)", num_vertices));
  }
  return "";
}

template <class W>
void SsspRows<W>::append(const TreeRow<Depth>& row, std::string& out) const {
  if (format_ == ResultFormat::kNpy) return append_npy(row, out);
  const bool is_ldbc = format_ == ResultFormat::kLdbc;
  append_label(labels_, row.vertex, out);
  if (!row.is_reached) {
    out += is_ldbc ? " infinity\n" : "\tinf\t-1\n";
    return;
  }
  out += is_ldbc ? ' ' : '\t';
  append_distance(row.depth, out);
  if (!is_ldbc) {
    out += '\t';
    append_label(labels_, row.parent, out);
  }
  out += '\n';
}

template <class W>
void SsspRows<W>::append_npy(const TreeRow<Depth>& row, std::string& out) const {
  constexpr std::uint64_t kExact = std::uint64_t{1} << std::numeric_limits<double>::digits;
  if constexpr (std::is_integral_v<W>) {
    if (row.is_reached && row.depth >= kExact) {
      throw UsageError(fmt::format(
          "the distance {} does not fit an .npy file exactly: write .tsv instead", row.depth));
    }
  }
  append_value(npy_label(labels_, row.vertex), out);
  append_value(row.is_reached ? static_cast<Stored<W>>(row.depth)
                              : std::numeric_limits<Stored<W>>::infinity(),
               out);
  append_value(row.is_reached ? npy_label(labels_, row.parent) : std::int64_t{-1}, out);
}

template class SsspRows<float>;
template class SsspRows<double>;
template class SsspRows<std::uint32_t>;

}  // namespace strider

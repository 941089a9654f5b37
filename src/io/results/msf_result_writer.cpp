#include <fmt/format.h>

#include <charconv>
#include <type_traits>

#include "io/results/result_sink.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"

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

template <class W>
void write_tsv(ResultSink& sink, const Labels& labels, std::span<const MsfEdge<W>> forest) {
  write_rows(sink, "u\tv\tweight\n", forest.size(), [&](std::size_t i, std::string& out) {
    labels.append_label(forest[i].u, out);
    out += '\t';
    labels.append_label(forest[i].v, out);
    out += '\t';
    append_weight(forest[i].weight, out);
    out += '\n';
  });
}

template <class W>
void write_npy(ResultSink& sink, const Labels& labels, std::span<const MsfEdge<W>> forest) {
  std::string head =
      npy_head(fmt::format("[('u', '<i8'), ('v', '<i8'), ('weight', '{}')]", kNpyType<W>),
               fmt::format("({},)", forest.size()));
  write_rows(sink, std::move(head), forest.size(), [&](std::size_t i, std::string& out) {
    append_value(npy_label(labels, forest[i].u), out);
    append_value(npy_label(labels, forest[i].v), out);
    append_value(forest[i].weight, out);
  });
}

}  // namespace

template <class W>
void write_msf_result(const Labels& labels, Vertex num_vertices, std::span<const MsfEdge<W>> forest,
                      const std::string& path, ResultFormat format) {
  if (format == ResultFormat::kLdbc) {
    throw UsageError("LDBC Graphalytics knows no spanning forests: write .tsv or .npy instead");
  }
  ResultSink sink(path);
  if (format == ResultFormat::kTsv) {
    require_tsv_labels(labels, num_vertices);
    write_tsv(sink, labels, forest);
  } else {
    require_numeric_labels(labels);
    write_npy(sink, labels, forest);
  }
  sink.commit();
}

template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<float>>,
                               const std::string&, ResultFormat);
template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<double>>,
                               const std::string&, ResultFormat);
template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<std::uint32_t>>,
                               const std::string&, ResultFormat);

}  // namespace strider

#include "io/results/result_sink.hpp"
#include "io/results/tree_rows.hpp"
#include "strider/results.hpp"

namespace strider {

template <class W>
void write_sssp_result(const Labels& labels, std::span<const Vertex> parents,
                       std::span<const SsspDistance<W>> distances, const std::string& path,
                       ResultFormat format) {
  ResultSink sink(path);
  const SsspRows<W> rows(labels, format);
  write_rows(sink, rows.head(parents.size()), parents.size(), [&](std::size_t i, std::string& out) {
    const auto v = static_cast<Vertex>(i);
    rows.append({v, parents[v], distances[v], parents[v] != kNoVertex}, out);
  });
  sink.commit();
}

template void write_sssp_result<float>(const Labels&, std::span<const Vertex>,
                                       std::span<const float>, const std::string&, ResultFormat);
template void write_sssp_result<double>(const Labels&, std::span<const Vertex>,
                                        std::span<const double>, const std::string&, ResultFormat);
template void write_sssp_result<std::uint32_t>(const Labels&, std::span<const Vertex>,
                                               std::span<const std::uint64_t>, const std::string&,
                                               ResultFormat);

}  // namespace strider

#include "io/results/msf_rows.hpp"
#include "io/results/result_sink.hpp"
#include "strider/results.hpp"

namespace strider {

template <class W>
void write_msf_result(const Labels& labels, Vertex num_vertices, std::span<const MsfEdge<W>> forest,
                      const std::string& path, ResultFormat format) {
  const MsfRows<W> rows(labels, format);
  std::string head = rows.head(num_vertices, forest.size());
  ResultSink sink(path);
  write_rows(sink, std::move(head), forest.size(), [&](std::size_t i, std::string& out) {
    rows.append(forest[i].u, forest[i].v, forest[i].weight, out);
  });
  sink.commit();
}

template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<float>>,
                               const std::string&, ResultFormat);
template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<double>>,
                               const std::string&, ResultFormat);
template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<std::uint32_t>>,
                               const std::string&, ResultFormat);

}  // namespace strider

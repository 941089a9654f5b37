// The results of each verb as tables.
#include "io/results/result_tables.hpp"
#include "io/results/write_table.hpp"
#include "strider/distance_matrix.hpp"
#include "strider/flow.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

/// Where row i is vertex i.
constexpr auto kVertexOfRow = [](std::size_t i) { return GlobalVertex{i}; };

auto parents_of(std::span<const Vertex> parents) {
  return [parents](std::size_t i) {
    return parents[i] == kNoVertex ? std::nullopt : std::optional(GlobalVertex{parents[i]});
  };
}

}  // namespace

void write_bfs_result(const Labels& labels, std::span<const Vertex> parents, LevelView levels,
                      const std::string& path, ResultFormat format, int threads) {
  const auto level = [levels](std::size_t i) { return levels[static_cast<Vertex>(i)]; };
  const std::size_t n = levels.size();
  const auto columns = parents.empty() ? level_columns(kVertexOfRow, level)
                                       : bfs_columns(kVertexOfRow, level, parents_of(parents));
  write_table({labels, n, n, columns}, path, format, threads);
}

template <class W>
void write_sssp_result(const Labels& labels, std::span<const Vertex> parents,
                       std::span<const SsspDistance<W>> distances, const std::string& path,
                       ResultFormat format, int threads) {
  const auto distance = [distances](std::size_t i) { return distances[i]; };
  const std::size_t n = parents.size();
  write_table({labels, n, n, sssp_columns<W>(kVertexOfRow, distance, parents_of(parents))}, path,
              format, threads);
}

template <class W>
void write_msf_result(const Labels& labels, Vertex num_vertices, std::span<const MsfEdge<W>> forest,
                      const std::string& path, ResultFormat format, int threads) {
  const auto u = [forest](std::size_t i) { return GlobalVertex{forest[i].u}; };
  const auto v = [forest](std::size_t i) { return GlobalVertex{forest[i].v}; };
  const auto weight = [forest](std::size_t i) { return forest[i].weight; };
  write_table({labels, num_vertices, forest.size(), msf_columns<W>(u, v, weight), kForests}, path,
              format, threads);
}

template <class T>
void write_vertex_values(const Labels& labels, std::string_view name, std::span<const T> values,
                         const std::string& path, ResultFormat format, int threads) {
  const auto value = [values](std::size_t i) { return values[i]; };
  const std::size_t n = values.size();
  write_table({labels, n, n, value_columns(name, kCellOf<T>, kVertexOfRow, value)}, path, format,
              threads);
}

void write_vertex_labels(const Labels& labels, std::string_view name,
                         std::span<const Vertex> values, const std::string& path,
                         ResultFormat format, int threads) {
  const auto value = [values](std::size_t i) { return GlobalVertex{values[i]}; };
  const std::size_t n = values.size();
  write_table({labels, n, n, value_columns(name, CellType::kLabel, kVertexOfRow, value)}, path,
              format, threads);
}

void write_distances(const Labels& labels, std::span<const Vertex> sources,
                     const DistanceMatrix& distances, const std::string& path, ResultFormat format,
                     int threads) {
  const std::size_t n = distances.num_vertices;
  const std::size_t k = sources.size();
  const auto source = [sources, k](std::size_t i) { return GlobalVertex{sources[i % k]}; };
  const auto vertex = [k](std::size_t i) { return GlobalVertex{i / k}; };
  const auto level = [&distances, k](std::size_t i) { return distances.row(i % k)[i / k]; };
  write_table({labels, n, n * k, distance_columns(source, vertex, level), kDistances}, path, format,
              threads);
}

void write_edge_scores(const Labels& labels, Vertex num_vertices, std::span<const Edge> edges,
                       std::span<const double> scores, const std::string& path, ResultFormat format,
                       int threads) {
  const auto u = [edges](std::size_t i) { return GlobalVertex{edges[i].source}; };
  const auto v = [edges](std::size_t i) { return GlobalVertex{edges[i].target}; };
  const auto score = [scores](std::size_t i) { return scores[i]; };
  write_table({labels, num_vertices, edges.size(), edge_score_columns(u, v, score), kBetweenness},
              path, format, threads);
}

template void write_vertex_values(const Labels&, std::string_view, std::span<const std::uint32_t>,
                                  const std::string&, ResultFormat, int);
template void write_vertex_values(const Labels&, std::string_view, std::span<const double>,
                                  const std::string&, ResultFormat, int);
template void write_sssp_result<float>(const Labels&, std::span<const Vertex>,
                                       std::span<const float>, const std::string&, ResultFormat,
                                       int);
template void write_sssp_result<double>(const Labels&, std::span<const Vertex>,
                                        std::span<const double>, const std::string&, ResultFormat,
                                        int);
template void write_sssp_result<std::uint32_t>(const Labels&, std::span<const Vertex>,
                                               std::span<const std::uint64_t>, const std::string&,
                                               ResultFormat, int);
template <class W>
void write_flow_result(const Labels& labels, Vertex num_vertices,
                       std::span<const FlowEdge<W>> edges, const std::string& path,
                       ResultFormat format, int threads) {
  const auto u = [edges](std::size_t i) { return GlobalVertex{edges[i].u}; };
  const auto v = [edges](std::size_t i) { return GlobalVertex{edges[i].v}; };
  const auto flow = [edges](std::size_t i) { return edges[i].flow; };
  write_table({labels, num_vertices, edges.size(),
               edge_columns("flow", kCellOf<ArcFlow<W>>, u, v, flow), kFlows},
              path, format, threads);
}

template void write_flow_result(const Labels&, Vertex, std::span<const FlowEdge<float>>,
                                const std::string&, ResultFormat, int);
template void write_flow_result(const Labels&, Vertex, std::span<const FlowEdge<double>>,
                                const std::string&, ResultFormat, int);
template void write_flow_result(const Labels&, Vertex, std::span<const FlowEdge<std::uint32_t>>,
                                const std::string&, ResultFormat, int);
template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<float>>,
                               const std::string&, ResultFormat, int);
template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<double>>,
                               const std::string&, ResultFormat, int);
template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<std::uint32_t>>,
                               const std::string&, ResultFormat, int);

}  // namespace strider

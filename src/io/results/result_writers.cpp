// The results of each verb as tables.
#include "io/results/schemas.hpp"
#include "io/results/write_table.hpp"
#include "strider/results.hpp"

namespace strider {

void write_bfs_result(const Labels& labels, std::span<const Vertex> parents, LevelView levels,
                      const std::string& path, ResultFormat format, int threads) {
  const auto rows = rows_of(std::size(kBfsColumns), [&](std::size_t i, Cell* cells) {
    const auto v = static_cast<Vertex>(i);
    fill_tree_row(v, std::uint64_t{levels[v]}, parents[v], parents[v] != kNoVertex, cells);
  });
  write_table({kBfsSchema, labels, parents.size(), parents.size(), rows}, path, format, threads);
}

template <class W>
void write_sssp_result(const Labels& labels, std::span<const Vertex> parents,
                       std::span<const SsspDistance<W>> distances, const std::string& path,
                       ResultFormat format, int threads) {
  const auto rows = rows_of(std::size(kSsspColumns<W>), [&](std::size_t i, Cell* cells) {
    const auto v = static_cast<Vertex>(i);
    fill_tree_row(v, distances[v], parents[v], parents[v] != kNoVertex, cells);
  });
  write_table({kSsspSchema<W>, labels, parents.size(), parents.size(), rows}, path, format,
              threads);
}

template <class W>
void write_msf_result(const Labels& labels, Vertex num_vertices, std::span<const MsfEdge<W>> forest,
                      const std::string& path, ResultFormat format, int threads) {
  const auto rows = rows_of(std::size(kMsfColumns<W>), [&](std::size_t i, Cell* cells) {
    fill_edge_row(forest[i].u, forest[i].v, forest[i].weight, cells);
  });
  write_table({kMsfSchema<W>, labels, num_vertices, forest.size(), rows}, path, format, threads);
}

void write_vertex_scores(const Labels& labels, std::span<const double> scores,
                         const std::string& path, ResultFormat format, int threads) {
  const auto rows = rows_of(std::size(kVertexScoreColumns), [&](std::size_t v, Cell* cells) {
    cells[0] = Cell(GlobalVertex{v});
    cells[1] = Cell(scores[v]);
  });
  write_table({kVertexScoreSchema, labels, scores.size(), scores.size(), rows}, path, format,
              threads);
}

void write_edge_scores(const Labels& labels, Vertex num_vertices, std::span<const Edge> edges,
                       std::span<const double> scores, const std::string& path, ResultFormat format,
                       int threads) {
  const auto rows = rows_of(std::size(kEdgeScoreColumns), [&](std::size_t i, Cell* cells) {
    fill_edge_row(edges[i].source, edges[i].target, scores[i], cells);
  });
  write_table({kEdgeScoreSchema, labels, num_vertices, edges.size(), rows}, path, format, threads);
}

template void write_sssp_result<float>(const Labels&, std::span<const Vertex>,
                                       std::span<const float>, const std::string&, ResultFormat,
                                       int);
template void write_sssp_result<double>(const Labels&, std::span<const Vertex>,
                                        std::span<const double>, const std::string&, ResultFormat,
                                        int);
template void write_sssp_result<std::uint32_t>(const Labels&, std::span<const Vertex>,
                                               std::span<const std::uint64_t>, const std::string&,
                                               ResultFormat, int);
template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<float>>,
                               const std::string&, ResultFormat, int);
template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<double>>,
                               const std::string&, ResultFormat, int);
template void write_msf_result(const Labels&, Vertex, std::span<const MsfEdge<std::uint32_t>>,
                               const std::string&, ResultFormat, int);

}  // namespace strider

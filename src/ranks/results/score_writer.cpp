// Betweenness in one file, written by all ranks: each has the scores of a block of consecutive
// vertices, or of the edges whose first ends are in it.
#include <tuple>
#include <vector>

#include "comm/collective_error.hpp"
#include "io/results/schemas.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/row_names.hpp"
#include "ranks/results/shared_table.hpp"
#include "ranks/results/sorted_block.hpp"
#include "strider/dist_bc.hpp"

namespace strider {
namespace {

void write_vertices(const comm::Communicator& comm, const DistInput& input,
                    const DistBetweennessResult& result, const std::string& path,
                    ResultFormat format) {
  std::vector<GlobalVertexScore> own;
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t v = 0; v < result.scores().size(); ++v) {
      own.push_back({result.vertex(v), result.scores()[v]});
    }
  });
  const Array<GlobalVertexScore> block = detail::to_sorted_block(
      comm, input.num_vertices(), std::span<const GlobalVertexScore>(own),
      [](const GlobalVertexScore& score) { return score.vertex; },
      [](const GlobalVertexScore& a, const GlobalVertexScore& b) { return a.vertex < b.vertex; });
  const detail::RowNames names(comm, input.state()->names, block.size(),
                               [&](std::size_t i) { return block[i].vertex; });
  const auto rows = rows_of(std::size(kVertexScoreColumns), [&](std::size_t i, Cell* cells) {
    cells[0] = Cell(names.name(i, block[i].vertex));
    cells[1] = Cell(block[i].score);
  });
  detail::write_shared_table(
      comm, {kVertexScoreSchema, names.labels(), input.num_vertices(), block.size(), rows}, path,
      format);
}

void write_edges(const comm::Communicator& comm, const DistInput& input,
                 const DistBetweennessResult& result, const std::string& path,
                 ResultFormat format) {
  const Array<GlobalEdgeScore> block = detail::to_sorted_block(
      comm, input.num_vertices(), result.edges(),
      [](const GlobalEdgeScore& edge) { return edge.u; },
      [](const GlobalEdgeScore& a, const GlobalEdgeScore& b) {
        return std::tie(a.u, a.v) < std::tie(b.u, b.v);
      });
  const detail::VertexNames& kept = input.state()->names;
  const detail::RowNames u(comm, kept, block.size(), [&](std::size_t i) { return block[i].u; });
  const detail::RowNames v(comm, kept, block.size(), [&](std::size_t i) { return block[i].v; });
  const auto rows = rows_of(std::size(kEdgeScoreColumns), [&](std::size_t i, Cell* cells) {
    const GlobalEdgeScore& edge = block[i];
    fill_edge_row(u.name(i, edge.u), v.name(i, edge.v), edge.score, cells);
  });
  detail::write_shared_table(
      comm, {kEdgeScoreSchema, u.labels(), input.num_vertices(), block.size(), rows}, path, format);
}

}  // namespace

void write_result(const Cluster& cluster, const DistInput& input,
                  const DistBetweennessResult& result, const std::string& path,
                  ResultFormat format) {
  const comm::Communicator& comm = cluster.state()->comm();
  if (result.of() == BetweennessOf::kEdges) {
    write_edges(comm, input, result, path, format);
  } else {
    write_vertices(comm, input, result, path, format);
  }
}

}  // namespace strider

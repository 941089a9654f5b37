// Betweenness in one file, written by all ranks: each has the scores of a block of consecutive
// vertices, or of the edges whose first ends are in it.
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "io/results/schemas.hpp"
#include "partition/owner_map.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/results/shared_table.hpp"
#include "strider/dist_bc.hpp"

namespace strider {
namespace {

/// The scores of this rank's block of `num_vertices` vertices, in their order; first_of(score) is
/// the vertex that a score belongs to. Collective.
template <class Score, class FirstOf, class Before>
Array<Score> to_blocks(const comm::Communicator& comm, std::uint64_t num_vertices,
                       std::span<const Score> scores, const FirstOf& first_of,
                       const Before& before) {
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> came;
  Array<Score> sent;
  comm::try_on_all_ranks(comm, [&] {
    came.assign(static_cast<std::size_t>(comm.size()), 0);
    const auto blocks = detail::OwnerMap::block(num_vertices, comm.size());
    detail::NodeMemory(comm).require(saturating_mul(scores.size(), 2 * sizeof(Score)),
                                     "scores on their way to a file");
    sent = Array<Score>(scores.size());
    counts = comm::group_by_rank(
        scores, comm.size(), [&](const Score& score) { return blocks.owner(first_of(score)); },
        sent.span());
  });
  Array<Score> block =
      comm::checked_all_to_all(comm, std::as_const(sent).span(), counts, std::span(came));
  std::sort(block.begin(), block.end(), before);
  return block;
}

/// What rows call vertices: name(i, vertex) of the i-th one asked for.
class Names {
 public:
  /// Numbers that are kept by other ranks are asked for here. Collective.
  template <class VertexOf>
  Names(const comm::Communicator& comm, const detail::VertexNames& names, std::size_t size,
        const VertexOf& vertex_of)
      : labels_(names.labels()) {
    if (labels_ != nullptr) return;
    std::vector<GlobalVertex> asked;
    comm::try_on_all_ranks(comm, [&] {
      for (std::size_t i = 0; i < size; ++i) asked.push_back(vertex_of(i));
    });
    numbers_ = names.numbers_of(comm, asked);
  }
  /// Of numbers that were asked for, each is its own label.
  [[nodiscard]] const Labels& labels() const { return labels_ != nullptr ? *labels_ : own_; }
  [[nodiscard]] GlobalVertex name(std::size_t i, GlobalVertex vertex) const {
    return labels_ != nullptr ? vertex : numbers_[i];
  }

 private:
  const Labels* labels_;
  Labels own_;
  Array<std::uint64_t> numbers_;
};

void write_vertices(const comm::Communicator& comm, const DistInput& input,
                    const DistBetweennessResult& result, const std::string& path,
                    ResultFormat format) {
  std::vector<GlobalVertexScore> own;
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t v = 0; v < result.scores().size(); ++v) {
      own.push_back({result.vertex(v), result.scores()[v]});
    }
  });
  const Array<GlobalVertexScore> block = to_blocks(
      comm, input.num_vertices(), std::span<const GlobalVertexScore>(own),
      [](const GlobalVertexScore& score) { return score.vertex; },
      [](const GlobalVertexScore& a, const GlobalVertexScore& b) { return a.vertex < b.vertex; });
  const Names names(comm, input.state()->names, block.size(),
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
  const Array<GlobalEdgeScore> block = to_blocks(
      comm, input.num_vertices(), result.edges(),
      [](const GlobalEdgeScore& edge) { return edge.u; },
      [](const GlobalEdgeScore& a, const GlobalEdgeScore& b) {
        return std::tie(a.u, a.v) < std::tie(b.u, b.v);
      });
  const detail::VertexNames& kept = input.state()->names;
  const Names u(comm, kept, block.size(), [&](std::size_t i) { return block[i].u; });
  const Names v(comm, kept, block.size(), [&](std::size_t i) { return block[i].v; });
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

// Parents from levels, by a rule that leaves no choice: each vertex looks through the edges that
// lead to it, at its owner in blocks of consecutive vertices.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/edges/ask_owners.hpp"
#include "ranks/edges/tuples.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/results/tree_block.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

using detail::NoWeight;
using detail::TreeBlock;
using detail::Tuples;

void require_same_vertices(const comm::Communicator& comm, const DistInput& input,
                           const DistBfsResult& result) {
  const std::uint64_t n = comm.all_reduce(result.num_owned(), comm::Reduction::kSum);
  comm::try_on_all_ranks(comm, [&] {
    if (n == input.num_vertices()) return;
    throw UsageError(fmt::format("the result is of {} vertices, but the graph has {} vertices", n,
                                 input.num_vertices()));
  });
}

/// The smallest vertex one level nearer with an edge to vertex v of the block.
GlobalVertex smallest_parent(const Tuples<NoWeight>& tuples, const TreeBlock<Level>& tree,
                             const Array<Level>& level_of, std::uint32_t v) {
  const Level level = tree.depths[v];
  if (level == kUnreached) return kNoGlobalParent;
  if (level == 0) return tree.first + v;
  std::uint32_t smallest = detail::Ghosts::kNone;
  for (const std::uint32_t u : tuples.row(v)) {
    if (u < smallest && level_of[u] == level - 1) smallest = u;
  }
  return smallest == detail::Ghosts::kNone ? kNoGlobalParent : tuples.ghosts()[smallest];
}

/// The values that other ranks have of this rank's vertices in blocks, by local id of the result.
Array<GlobalVertex> from_blocks(const comm::Communicator& comm, const detail::OwnerMap& blocks,
                                const DistBfsResult& result, const Array<GlobalVertex>& values) {
  std::vector<GlobalVertex> own(result.num_owned());
  for (std::size_t v = 0; v < own.size(); ++v) own[v] = result.vertex(v);
  return detail::ask_owners<GlobalVertex>(comm, blocks, own,
                                          [&](std::uint32_t v) { return values[v]; });
}

}  // namespace

Array<GlobalVertex> smallest_parents(const Cluster& cluster, const DistInput& input,
                                     const DistBfsResult& result, int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  comm::try_on_all_ranks(comm, [&] { threads = resolve_threads(threads); });
  require_same_vertices(comm, input, result);
  const auto tuples =
      detail::collect_tuples<NoWeight>(comm, *input.state()->source, {.threads = threads});
  const TreeBlock<Level> tree = detail::to_tree_block<Level>(
      comm, tuples.owners(), result.parents(), [&](std::size_t v) { return result.vertex(v); },
      [&, levels = result.levels()](std::size_t v) { return levels[static_cast<Vertex>(v)]; });
  Array<GlobalVertex> parents;
  comm::try_on_all_ranks(comm, [&] {
    // Of from_blocks: questions, their places and answers, on both sides.
    constexpr std::uint64_t kBytesAsked = 2 * (sizeof(std::uint32_t) + 3 * sizeof(GlobalVertex));
    detail::NodeMemory(comm).require(
        tuples.ghosts().size() * sizeof(Level) + tree.size() * (kBytesAsked + sizeof(GlobalVertex)),
        "the smallest parents");
    parents = Array<GlobalVertex>(tree.size());
  });
  const Array<Level> level_of = tuples.to_local_ids(comm, tree.depths.span());
  parallel_for(0, tree.size(), threads, [&](std::size_t v) {
    parents[v] = smallest_parent(tuples, tree, level_of, static_cast<std::uint32_t>(v));
  });
  return from_blocks(comm, tuples.owners(), result, parents);
}

}  // namespace strider

// The smallest parents of a search on ranks, found by the owners of blocks of consecutive vertices.
#include "ranks/edges/smallest_parents.hpp"

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
#include "ranks/results/value_block.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

using detail::NoWeight;

void require_same_vertices(const comm::Communicator& comm, const DistInput& input,
                           const DistBfsResult& result) {
  const std::uint64_t n = comm.all_reduce(result.num_owned(), comm::Reduction::kSum);
  comm::try_on_all_ranks(comm, [&] {
    if (n == input.num_vertices()) return;
    throw UsageError(fmt::format("the result is of {} vertices, but the graph has {} vertices", n,
                                 input.num_vertices()));
  });
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
  const Array<Level> levels = detail::to_blocks<Level>(
      comm, tuples.owners(), result.num_owned(), [&](std::size_t v) { return result.vertex(v); },
      [own = result.levels()](std::size_t v) { return own[static_cast<Vertex>(v)]; });
  // Of from_blocks: questions, their places and answers, on both sides.
  constexpr std::uint64_t kBytesAsked = 2 * (sizeof(std::uint32_t) + 3 * sizeof(GlobalVertex));
  const Array<GlobalVertex> parents =
      detail::smallest_parents(comm, tuples, levels, threads, kBytesAsked);
  return from_blocks(comm, tuples.owners(), result, parents);
}

}  // namespace strider

// Validation of distances on ranks, as validate/distances.cpp: the ranks distribute the listed
// edges anew, and hold the levels from every source against all of them.
#include <fmt/format.h>

#include <algorithm>

#include "ranks/edges/tuples.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/value_block.hpp"
#include "strider/dist_graph.hpp"
#include "strider/distance_matrix.hpp"

namespace strider {

using namespace detail;

namespace {

/// What is wrong with v, if anything is.
std::optional<DistanceRule> broken_at(const Tuples<NoWeight>& tuples, Vertex v, bool is_source,
                                      std::span<const Level> levels,
                                      std::span<const Level> at_ends) {
  const Level level = levels[v];
  if ((level == 0) != is_source) return DistanceRule::kSource;
  bool has_predecessor = false;
  for (const std::uint32_t end : tuples.row(v)) {
    if (at_ends[end] == kUnreached) continue;
    if (level > at_ends[end] + 1) return DistanceRule::kEdges;
    has_predecessor |= level == at_ends[end] + 1;
  }
  if (level != 0 && level != kUnreached && !has_predecessor) return DistanceRule::kReached;
  return std::nullopt;
}

}  // namespace

DistancesValidation validate_distances(const Cluster& cluster, const DistInput& input,
                                       std::span<const GlobalVertex> sources,
                                       const DistDistances& claim, int threads) {
  const comm::Communicator& comm = cluster.state()->comm();
  comm::try_on_all_ranks(comm, [&] {
    threads = resolve_threads(threads);
    if (claim.num_sources != sources.size() ||
        claim.levels.size() != sources.size() * claim.vertices.size()) {
      throw UsageError(
          fmt::format("validation: the distances are not those of {} sources", sources.size()));
    }
  });
  const Tuples<NoWeight> tuples =
      collect_tuples<NoWeight>(comm, *input.state()->source, {.threads = threads});
  for (std::size_t row = 0; row < sources.size(); ++row) {
    const Array<Level> levels = to_blocks<Level>(
        comm, tuples.owners(), claim.vertices.size(),
        [&](std::size_t i) { return claim.vertices[i]; },
        [&](std::size_t i) { return claim.levels[i * sources.size() + row]; });
    const Array<Level> at_ends = tuples.to_local_ids(comm, levels.span());
    GlobalVertex least = kNoGlobalVertex;
    DistanceRule rule{};
    for (Vertex v = 0; v < levels.size() && least == kNoGlobalVertex; ++v) {
      const GlobalVertex vertex = tuples.owners().global(comm.rank(), local_vertex(v));
      if (const auto broken =
              broken_at(tuples, v, vertex == sources[row], levels.span(), at_ends.span())) {
        least = vertex;
        rule = *broken;
      }
    }
    const GlobalVertex first = comm.all_reduce(least, comm::Reduction::kMin);
    if (first == kNoGlobalVertex) continue;
    // Blocks are disjoint, so one rank knows the rule.
    const std::uint32_t known = least == first ? static_cast<std::uint32_t>(rule) : 0;
    rule = static_cast<DistanceRule>(comm.all_reduce(known, comm::Reduction::kMax));
    return comm::try_on_all_ranks(comm, [&] {
      return DistancesValidation{
          {{rule, row, first, fmt::format("vertex {}, from source number {}", first, row)}}};
    });
  }
  return {};
}

}  // namespace strider

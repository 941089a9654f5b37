#include "partition/choose.hpp"

namespace strider::detail {
namespace {

/// Arcs a vertex with an edge has, from which on most ranks are met among the ends of each rank.
constexpr double kDense = 8;

/// What a rank does in a search in one scheme and not in the other, in nanoseconds: `1d` for each
/// adjacency entry, most of whose ends are ghosts (looked up, marked, sent, asked for); `2d` for
/// each column of a matrix as wide as the graph. From searches timed in turn on 2 to 16 ranks
/// (docs/distributed.md).
constexpr double kCostOfGhostEntry = 1;
constexpr double kCostOfColumn = 4;

double mean_degree(const DegreeHistogram& degrees) {
  double vertices = 0;
  double arcs = 0;
  for (std::size_t c = 1; c < DegreeHistogram::kClasses; ++c) {
    vertices += static_cast<double>(degrees.vertices(c));
    arcs += static_cast<double>(degrees.arcs(c));
  }
  return vertices > 0 ? arcs / vertices : 0;
}

}  // namespace

FewRanksEstimate estimate_few_ranks(const PartitionFacts& facts) {
  const double arcs = 2 * static_cast<double>(facts.num_edges);
  return {.one_d = kCostOfGhostEntry * arcs / facts.ranks,
          .one_column = kCostOfColumn * static_cast<double>(facts.num_vertices)};
}

PartitionChoice choose_partition(const PartitionFacts& facts) {
  using Scheme = PartitionChoice::Scheme;
  if (facts.ranks <= kFewRanks) {
    const FewRanksEstimate estimate = estimate_few_ranks(facts);
    const bool one_column = facts.for_levels_alone && facts.ranks > 1 &&
                            facts.directedness == Directedness::kUndirected &&
                            estimate.one_column < estimate.one_d;
    if (!one_column) return {};
    return {.scheme = Scheme::k2d, .grid = {.rows = facts.ranks, .columns = 1}};
  }
  if (facts.directedness == Directedness::kUndirected) {
    const std::uint64_t threshold = choose_threshold(facts.degrees, facts.ranks);
    if (threshold != kNoDelegates) return {.scheme = Scheme::kDelegate, .threshold = threshold};
  }
  if (mean_degree(facts.degrees) < kDense) return {};
  return {.scheme = Scheme::k2d, .grid = near_square_grid(facts.ranks)};
}

}  // namespace strider::detail

#include "partition/choose.hpp"

namespace strider::detail {
namespace {

/// Arcs a vertex has, from which on most ranks are met among the ends of each rank. On few ranks
/// `1d` then has nearly all vertices as ghosts, to be marked, sent and asked for, and a frontier
/// for all is the cheaper way; below it, graphs are mostly such as roads, where it is not.
constexpr double kDense = 8;

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

PartitionChoice choose_partition(const PartitionFacts& facts) {
  using Scheme = PartitionChoice::Scheme;
  if (facts.ranks <= kFewRanks) {
    const bool dense = 2 * static_cast<double>(facts.num_edges) >=
                       kDense * static_cast<double>(facts.num_vertices);
    const bool one_column = facts.for_levels_only && facts.ranks > 1 && dense &&
                            facts.directedness == Directedness::kUndirected;
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

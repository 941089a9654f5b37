#include "partition/choose.hpp"

namespace strider::detail {
namespace {

/// Arcs a vertex with an edge has, from which on most ranks are met among the ends of each rank.
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
  if (facts.ranks <= kFewRanks) return {};
  if (facts.directedness == Directedness::kUndirected) {
    const std::uint64_t threshold = choose_threshold(facts.degrees, facts.ranks);
    if (threshold != kNoDelegates) return {Scheme::kDelegate, threshold};
  }
  return {mean_degree(facts.degrees) < kDense ? Scheme::k1d : Scheme::k2d};
}

}  // namespace strider::detail

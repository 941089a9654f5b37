// Betweenness centrality within a bound that is proven, from as few paths as it takes.
#pragma once

#include <cstdint>

#include "strider/array.hpp"
#include "strider/betweenness.hpp"
#include "strider/graph.hpp"

namespace strider {

struct EstimateOptions {
  /// How far a normalized score may be from the exact one. Between 0 and 1.
  double epsilon = 0.01;
  /// The chance that any score is further off. Between 0 and 1.
  double delta = 0.1;
  /// Not 0: stops, too, as soon as the so many highest scores and their order are certain.
  std::uint32_t top = 0;
  BetweennessScale scale = BetweennessScale::kPairs;
  std::uint64_t seed = 1;
  BetweennessRun run = {};
};

/// With probability 1 - delta at least, all of these hold at once.
struct BetweennessEstimate {
  /// A score a vertex, on the scale asked for; each is within `bound` of the exact one.
  Array<double> scores;
  /// Of any score, on the scale of the scores: the largest of them.
  double bound = 0;
  /// The same of normalized scores: at most epsilon, unless the ranking was certain before.
  double normalized_bound = 0;
  /// The options' `top` highest scores are those of the exact scores, in their order.
  bool ranking_is_certain = false;
  std::uint64_t samples = 0;
  /// More are never taken, whatever the graph.
  std::uint64_t most_samples = 0;
  double seconds = 0;
};

/// Draws pairs of vertices uniformly, and one of the shortest paths of each, uniformly among them:
/// a vertex is within the path with the probability of its normalized score. Samples are drawn
/// until every score is certain enough: its Chernoff bound (Hoeffding 1963, theorem 1) is looked at
/// after numbers of samples fixed beforehand, and the chances of all vertices, both sides and all
/// looks to be wrong add up to delta. As in KADABRA (Borassi and Natale 2019) a part of delta goes
/// to the vertices that need it, by a pilot whose samples are not used again; and paths are found
/// from both ends.
///
/// By hops; a directed graph's pairs are ordered. The result is a function of the graph, the
/// options and the seed, not of the threads. Throws as betweenness() does, and UsageError where
/// epsilon or delta are out of range.
[[nodiscard]] BetweennessEstimate estimate_betweenness(const Graph& graph,
                                                       const EstimateOptions& options = {});

}  // namespace strider

// Betweenness centrality within a proven error bound, from as few sampled paths as possible.
#pragma once

#include <cstdint>

#include "strider/array.hpp"
#include "strider/betweenness.hpp"
#include "strider/graph.hpp"

namespace strider {

struct EstimateOptions {
  /// The largest allowed distance of a normalized score from the exact one; between 0 and 1.
  double epsilon = 0.01;
  /// The probability that some score is further off; between 0 and 1.
  double delta = 0.1;
  /// If not 0, the run also stops once the `top` highest scores and their order are certain.
  std::uint32_t top = 0;
  BetweennessScale scale = BetweennessScale::kPairs;
  std::uint64_t seed = 1;
  BetweennessRun run = {};
};

/// An estimate. With probability at least 1 - delta, all its statements hold together.
struct BetweennessEstimate {
  /// One score per vertex, on the scale asked for. Each is within `bound` of the exact score.
  Array<double> scores;
  /// The largest error bound of all scores, on the scale of the scores.
  double bound = 0;
  /// The same for normalized scores: at most epsilon, unless the ranking was certain earlier.
  double normalized_bound = 0;
  /// Whether the `top` highest scores belong to the same vertices as the `top` highest exact
  /// scores, in the same order.
  bool ranking_is_certain = false;
  std::uint64_t samples = 0;
  /// The most samples that a run with these options can take, whatever the graph.
  std::uint64_t most_samples = 0;
  double seconds = 0;
};

/// Draws pairs of vertices uniformly. For each pair it draws one of the shortest paths uniformly:
/// the probability that a vertex is an inner vertex of that path is the vertex's normalized score.
/// Sampling continues until every score is certain enough. The Chernoff bounds of the scores
/// (Hoeffding 1963, theorem 1) are checked after numbers of samples that are fixed beforehand. The
/// probabilities of an error, over all vertices, both sides and all checks, add up to delta. As in
/// KADABRA (Borassi and Natale 2019), a pilot run gives a part of delta to the vertices that need
/// it, and its samples are not used again; and paths are searched from both ends.
///
/// Paths are shortest by hops; the pairs of a directed graph are ordered. The result depends on the
/// graph, the options and the seed, but not on the number of threads. Throws the errors of
/// betweenness(), and UsageError if epsilon or delta is out of range.
[[nodiscard]] BetweennessEstimate estimate_betweenness(const Graph& graph,
                                                       const EstimateOptions& options = {});

}  // namespace strider

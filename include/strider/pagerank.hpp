// PageRank: where a surfer is who follows an edge with the probability `damping`, and jumps
// elsewhere otherwise (Brin and Page 1998). docs/pagerank.md explains the method.
//
// The definition is that of networkx, of which LDBC Graphalytics' is a case: from a vertex that no
// edge leads out of, the surfer jumps as after any other jump.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/vertex_values.hpp"

namespace strider {

class DeviceGraph;  // device.hpp
class DistGraph;    // dist_graph.hpp

enum class PageRankMethod : std::uint8_t {
  kAuto,  ///< kPower for a number of iterations and in directed graphs, else kAccelerated
  kPower,
  kAccelerated  ///< power iteration, and Chebyshev's where that is slow; undirected graphs only
};

struct PageRankOptions {
  /// The probability of following an edge; 0 to 1, below 1 for kAccelerated.
  double damping = 0.85;
  /// Ends when an iteration changes all scores together by less than this times the number of
  /// vertices, as networkx does, whose default is 1e-6. nullopt: by less than 1e-8, however many
  /// vertices there are. At least 0.
  std::optional<double> tolerance = std::nullopt;
  /// Exactly so many power iterations, as LDBC Graphalytics does; excludes a tolerance.
  std::optional<std::uint32_t> iterations = std::nullopt;
  /// After so many, a run ends without having converged.
  std::uint32_t max_iterations = 1000;
  /// By vertex of the whole graph: the probabilities of jumping there, up to a common factor. At
  /// least 0 each, not all 0. Empty: all the same. On ranks, the same values on each.
  std::vector<double> personalization = {};
  PageRankMethod method = PageRankMethod::kAuto;
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp); on ranks, as many per rank
  /// as the graph was partitioned with. Devices do not use them.
  int threads = 0;
  /// Called after each iteration with the number done and of all, by one thread, on every rank that
  /// sets it. Where a tolerance ends the run, the number of all is predicted from how fast changes
  /// fall. Must not throw.
  std::function<void(std::uint64_t done, std::uint64_t total)> on_progress = {};
};

/// How a run ended.
struct PageRankRun {
  std::uint32_t iterations = 0;
  /// By how much the last iteration changed all scores together.
  double change = 0;
  /// Whether that is below the tolerance, or the number of iterations was given.
  bool converged = false;
};

struct PageRankResult : PageRankRun {
  Array<double> scores;  ///< by vertex; they add up to 1
};

/// Follows edges of equal weight. The scores are the same for every number of threads, bit by bit.
/// O(n + m) work an iteration. Where all scores of a large graph together may be off by 1e-5 or
/// more, iterations keep them as floats, but not of kPower. Throws UsageError if an option is out
/// of range, MemoryError, InterruptedError.
[[nodiscard]] PageRankResult pagerank(const Graph& graph, const PageRankOptions& options = {});

/// Follows an edge with a probability proportional to its weight. W is float, double or
/// std::uint32_t. Also throws WeightError if a weight is negative or not finite.
template <class W>
[[nodiscard]] PageRankResult pagerank(const WeightedGraph<W>& graph,
                                      const PageRankOptions& options = {});
extern template PageRankResult pagerank(const WeightedGraph<float>&, const PageRankOptions&);
extern template PageRankResult pagerank(const WeightedGraph<double>&, const PageRankOptions&);
extern template PageRankResult pagerank(const WeightedGraph<std::uint32_t>&,
                                        const PageRankOptions&);

/// Follows edges of equal weight on the graph's device; defined in strider::gpu. Numbers that
/// vertices send are multiples of 2^-60, so that the scores are the same on every device.
[[nodiscard]] PageRankResult pagerank(const DeviceGraph& graph,
                                      const PageRankOptions& options = {});

/// The scores of a graph that ranks share. Move-only.
struct DistPageRankResult : DistVertexValues<double>, PageRankRun {};

/// Follows edges of equal weight; defined in strider::ranks. Other numbers of ranks add up scores
/// in another order, which changes their last digits. Throws UsageError if an option is out of
/// range, or if the graph is not partitioned by 1d or delegate; MemoryError. Collective.
[[nodiscard]] DistPageRankResult pagerank(const DistGraph& graph,
                                          const PageRankOptions& options = {});

/// What makes scores those of PageRank.
enum class PageRankRule : std::uint8_t {
  kScores,     ///< every score is a number and not negative
  kTotal,      ///< they add up to 1, but for 1e-6
  kFixedPoint  ///< an iteration more changes all together by no more than twice the tolerance, or
               ///< after k iterations by no more than 2 damping^k
};
struct PageRankViolation {
  PageRankRule rule;
  GlobalVertex vertex;  ///< for kFixedPoint the one that changes most
  std::string message;
};
struct PageRankValidation {
  std::vector<PageRankViolation> violations;  ///< at most one per rule
  double change = 0;                          ///< of the iteration more
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks the scores that a run with `options` returned, which may hold any value: runs an
/// iteration of its own. O(n + m) work, parallel; 8 bytes a vertex. Throws UsageError if there are
/// not num_vertices scores or an option is out of range; MemoryError.
[[nodiscard]] PageRankValidation validate_pagerank(const Graph& graph,
                                                   std::span<const double> scores,
                                                   const PageRankOptions& options = {});
/// The same along weights.
template <class W>
[[nodiscard]] PageRankValidation validate_pagerank(const WeightedGraph<W>& graph,
                                                   std::span<const double> scores,
                                                   const PageRankOptions& options = {});
/// The same on ranks, which distribute the listed edges of the input anew. Throws UsageError where
/// the input has been released. Collective.
[[nodiscard]] PageRankValidation validate_pagerank(const DistGraph& graph,
                                                   const DistPageRankResult& result,
                                                   const PageRankOptions& options = {});

}  // namespace strider

// Closeness and harmonic centrality: how near a vertex is to all others, by hops.
//
// In a directed graph the distances are those to the vertex, along the edges, as in networkx.
// docs/closeness.md explains the methods.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/types.hpp"
#include "strider/vertex_values.hpp"

namespace strider {

class DeviceGraph;  // device.hpp
class DistGraph;    // dist_graph.hpp

enum class Centrality : std::uint8_t {
  /// r / sum of d over the r vertices from which there is a path, times r / (n - 1) where the scale
  /// is kGraph; 0 where r is 0 (Wasserman and Faust, Social Network Analysis, 1994, section 5.3).
  kCloseness,
  /// The sum of 1 / d (Marchiori and Latora 2000); it is not normalized.
  kHarmonic
};
/// What closeness relates to: see kCloseness.
enum class ClosenessScale : std::uint8_t {
  kGraph,     ///< all vertices: networkx' wf_improved
  kReachable  ///< those from which there is a path
};

struct ClosenessOptions {
  Centrality centrality = Centrality::kCloseness;
  ClosenessScale scale = ClosenessScale::kGraph;
  /// Estimates scores from so many sources, at least 2, drawn uniformly and without replacement; as
  /// many as there are vertices, or more: the exact scores.
  std::optional<std::uint64_t> samples = std::nullopt;
  std::uint64_t seed = 1;
  /// Exact scores on the host: only those of this many vertices that have the highest ones, and of
  /// those with an equal score; the others are NaN.
  std::optional<std::uint64_t> top = std::nullopt;
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp); on ranks, as many per rank
  /// as the graph was partitioned with.
  int threads = 0;
  /// Called from time to time with the number of sources done and of all, by one thread at a time.
  std::function<void(std::uint64_t done, std::uint64_t total)> on_progress = {};
};

/// Scores by vertex. They are the same for every number of threads, bit for bit.
struct ClosenessResult {
  Array<double> scores;
  /// Searches that have ended; with `top`, how many depends on the threads.
  std::uint64_t num_sources = 0;
  /// Of sampled scores, 0 of exact ones: with a probability of 99 % no vertex has an error greater
  /// than this in its estimate of: the mean of 1 / d over all other vertices (harmonic), the mean
  /// of d over those that reach it as a share of the greatest of these (closeness, if all reach
  /// it). sqrt(ln(200 n) / (2 samples)), by Hoeffding's bound (Eppstein and Wang, "Fast
  /// approximation of centrality", 2004).
  double error = 0;
};

/// Exact scores take O(n m) work, the searches of 128 sources in about the time of a few; with
/// `top` searches end early where few vertices are much nearer to the others than most. Sampled
/// ones take O(samples m). Harmonic scores are exact but for 2^-43 of a term, or less.
/// Throws UsageError if no samples or highest scores are asked for, MemoryError, InterruptedError.
[[nodiscard]] ClosenessResult closeness(const Graph& graph, const ClosenessOptions& options = {});

/// The same scores by the graph's device, 64 searches side by side; all of them, where `top` is
/// given, too. Defined in strider::gpu.
[[nodiscard]] ClosenessResult closeness(const DeviceGraph& graph,
                                        const ClosenessOptions& options = {});

/// The scores of a graph that ranks share, the same as on one machine. Move-only.
struct DistClosenessResult : DistVertexValues<double> {
  std::uint64_t num_sources = 0;
  double error = 0;  ///< see ClosenessResult
};
/// Defined in strider::ranks. on_progress is called on every rank that sets it. Also throws
/// UsageError if the graph is not partitioned by 1d. Collective.
[[nodiscard]] DistClosenessResult closeness(const DistGraph& graph,
                                            const ClosenessOptions& options = {});

/// What makes values those of closeness.
enum class ClosenessRule : std::uint8_t {
  kRange,   ///< scores are numbers, not negative, and no higher than the neighbours allow
  kScores,  ///< scores are those that a search from the vertex finds, up to the error of samples
  kTop  ///< there are as many of the highest as were asked for, and no other vertex has a higher
};
struct ClosenessViolation {
  ClosenessRule rule;
  GlobalVertex vertex;  ///< the first one that is found to break the rule
  std::string message;
};
struct ClosenessValidation {
  std::vector<ClosenessViolation> violations;  ///< at most one per rule
  std::uint64_t num_searched = 0;              ///< vertices whose scores were found once more
  [[nodiscard]] bool passed() const { return violations.empty(); }
};
/// Checks the scores that `options` ask for, which may hold any value: the range of all, and those
/// of the vertex of the highest score, or of as many as options.top, and of up to 64 others by
/// sequential searches. `error` is that of the result. A wrong score of another vertex within its
/// range is not found. O(n + (65 + top) m) work. Throws UsageError if there are not as many scores
/// as vertices.
[[nodiscard]] ClosenessValidation validate_closeness(const Graph& graph,
                                                     std::span<const double> scores, double error,
                                                     const ClosenessOptions& options = {});
/// The same of ranks: every rank gathers the whole graph, and rank 0 makes the check. Collective.
[[nodiscard]] ClosenessValidation validate_closeness(const DistGraph& graph,
                                                     const DistClosenessResult& result,
                                                     const ClosenessOptions& options = {});

}  // namespace strider

// Betweenness centrality: how many shortest paths lead through a vertex or an edge.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider {

/// The methods; docs/notes/bc.md says what each does and where it comes from.
enum class BetweennessMethod : std::uint8_t {
  kAuto,            ///< the fastest for the graph and the number of sources
  kSerial,          ///< the sequential oracle (Brandes 2001)
  kVertexParallel,  ///< every level scans all vertices
  kEdgeParallel,    ///< every level scans all edges, in coordinate form
  kWorkEfficient,   ///< queues: every level touches only its own vertices
  kHybrid           ///< edge-parallel or work-efficient, chosen by the depth of the first searches
};

/// "work-efficient" and so on. The second function returns nullopt if no method has that name.
[[nodiscard]] std::string_view betweenness_method_name(BetweennessMethod method);
[[nodiscard]] std::optional<BetweennessMethod> betweenness_method_from_name(std::string_view name);
[[nodiscard]] std::span<const BetweennessMethod> all_betweenness_methods();

enum class BetweennessOf : std::uint8_t { kVertices, kEdges };
/// kNormalized divides by the number of possible pairs, as networkx 3.5 does: (n-1)(n-2) ordered
/// pairs for vertices, n(n-1) for edges and with endpoints. If edges are undirected, it divides by
/// half as many.
enum class BetweennessScale : std::uint8_t { kPairs, kNormalized };
/// Whether a path counts for its own two end vertices.
enum class BetweennessEndpoints : std::uint8_t { kExcluded, kIncluded };

/// The type in which a search keeps numbers between two levels. kSingle lets kAuto round path
/// counts and dependencies to float there, in searches by hops on large graphs with few levels.
/// Such a run takes less time; the relative error of a score is at most 1e-5, mostly at most 1e-7.
/// Where kAuto uses another method, all numbers are double.
enum class BetweennessPrecision : std::uint8_t { kDouble, kSingle };

/// The progress of a run.
struct BetweennessProgress {
  std::uint64_t done;   ///< sources done, or samples of an adaptive run
  std::uint64_t total;  ///< sources; for an adaptive run, the most samples that it can take
  double seconds_left;  ///< at the rate so far
};
enum class RunControl : std::uint8_t { kContinue, kStop };

/// Where a long run saves its state. The file is replaced as a whole, so a run that ends at any
/// moment can be resumed. A resumed run gives the same scores, bit for bit. For kAuto on a device
/// this holds if the free memory lets both runs take the same decisions; see
/// DeviceBetweennessOptions.
struct CheckpointOptions {
  /// Empty: no checkpoints.
  std::string path;
  double interval_seconds = 60;
  enum class Start : std::uint8_t {
    kFresh,  ///< replaces a checkpoint; refuses any other file (InputError)
    kResume  ///< continues from the file, which must exist and be of the same graph and options
  };
  Start start = Start::kFresh;
};

/// Options of every run, exact or sampled.
struct BetweennessRun {
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp).
  int threads = 0;
  /// Called from time to time, by one thread at a time. kStop ends the run by InterruptedError,
  /// after a last checkpoint if the run writes checkpoints.
  std::function<RunControl(const BetweennessProgress&)> on_progress = {};
  /// The least time between two calls of on_progress.
  double progress_interval_seconds = 0.05;
  CheckpointOptions checkpoint = {};
};

struct BetweennessOptions {
  BetweennessMethod method = BetweennessMethod::kAuto;
  BetweennessOf of = BetweennessOf::kVertices;
  BetweennessScale scale = BetweennessScale::kPairs;
  BetweennessEndpoints endpoints = BetweennessEndpoints::kExcluded;
  BetweennessPrecision precision = BetweennessPrecision::kDouble;
  /// Only paths from these vertices, a set. Without targets, a score is the sum of the dependencies
  /// of all sources, so an undirected pair of two sources counts twice.
  std::optional<std::vector<Vertex>> sources = std::nullopt;
  /// Only pairs of a source and a target; the targets are a set. In an undirected graph each
  /// ordered pair counts half, as in networkx and igraph: {s, t} counts 1 if both vertices are
  /// sources and targets, else 1/2. Requires sources.
  std::optional<std::vector<Vertex>> targets = std::nullopt;
  /// The number of sources to draw, uniformly and without replacement. Scores are scaled to all
  /// sources as networkx 3.5 does. With a single sample, the score of the sampled vertex cannot be
  /// estimated: it is NaN. Excludes sources.
  std::optional<std::uint64_t> samples = std::nullopt;
  std::uint64_t seed = 1;
  BetweennessRun run = {};
};

/// Scores. They are the same for every number of threads, bit for bit.
struct BetweennessResult {
  /// One score per vertex, or per edge of `edges`.
  Array<double> scores;
  /// The edges in ascending order, if BetweennessOptions::of is kEdges. `source` is the smaller end
  /// of an undirected edge. Parallel edges are listed once, self-loops not at all.
  Array<Edge> edges;
  std::uint64_t num_sources = 0;
  /// Edges that the searches traversed, summed over all searches (an undirected edge once per
  /// search).
  std::uint64_t edges_traversed = 0;
  /// Times of preparing the graph and of the searches. A resumed run includes the runs before it.
  double prepare_seconds = 0;
  double seconds = 0;
};

/// Betweenness of a graph by hops. For each pair of vertices, an unnormalized score counts the
/// share of the pair's shortest paths that lead through the vertex or edge. An undirected pair
/// counts once, the endpoints of a path do not count, parallel edges count as one, and self-loops
/// do not count. Path counts of any size keep double precision: there is no overflow.
///
/// Throws UsageError if options are out of range or exclude one another; MemoryError;
/// InterruptedError; InputError if a checkpoint cannot be read or written, or belongs to another
/// run. O(n + m) work per source, except for the methods that scan all vertices or edges in every
/// level.
[[nodiscard]] BetweennessResult betweenness(const Graph& graph,
                                            const BetweennessOptions& options = {});

/// Betweenness by lengths; W is float, double or std::uint32_t. Only kAuto and kSerial support
/// weights. Of parallel edges the shortest counts. Path lengths are sums without rounding:
///  - If all weights are integers, or decimals of at most 15 significant digits (6 for float), each
///    weight stands for that exact decimal. So 0.1 + 0.2 is as long as 0.3, and 1e15 + 1 is longer
///    than 1e15.
///  - If any weight has more digits, all weights are regarded as measured: two paths are equally
///    long if their lengths differ by no more than the rounding of the weights (2^-52; 2^-23 for
///    float).
///
/// Throws the errors of betweenness(Graph). Also throws WeightError if a weight is negative or not
/// finite; if edges of weight zero close a cycle, which leaves the number of shortest paths
/// undefined (one undirected edge of weight zero is no cycle); or if the weights span too many
/// digits for 128 bits. O((n + m) log n) work per source.
template <class W>
[[nodiscard]] BetweennessResult betweenness(const WeightedGraph<W>& graph,
                                            const BetweennessOptions& options = {});
extern template BetweennessResult betweenness(const WeightedGraph<float>&,
                                              const BetweennessOptions&);
extern template BetweennessResult betweenness(const WeightedGraph<double>&,
                                              const BetweennessOptions&);
extern template BetweennessResult betweenness(const WeightedGraph<std::uint32_t>&,
                                              const BetweennessOptions&);

}  // namespace strider

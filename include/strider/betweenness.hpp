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
  kWorkEfficient,   ///< queues: every level touches its own vertices only
  kHybrid           ///< edge-parallel or work-efficient, by the depth of the first searches
};

/// "work-efficient" and so on; nullopt for a name that is none.
[[nodiscard]] std::string_view betweenness_method_name(BetweennessMethod method);
[[nodiscard]] std::optional<BetweennessMethod> betweenness_method_from_name(std::string_view name);
[[nodiscard]] std::span<const BetweennessMethod> all_betweenness_methods();

enum class BetweennessOf : std::uint8_t { kVertices, kEdges };
/// kNormalized divides by the pairs that there could be, as networkx 3.5 does: (n-1)(n-2) ordered
/// ones for vertices, n(n-1) for edges and with endpoints; half of them where edges are undirected.
enum class BetweennessScale : std::uint8_t { kPairs, kNormalized };
/// Whether a path counts for its own two ends.
enum class BetweennessEndpoints : std::uint8_t { kExcluded, kIncluded };

/// What is kept of numbers between two levels of a search. kSingle lets kAuto, by hops on large
/// graphs with few levels, round path counts and dependencies there to float: scores are within
/// 1e-5 of themselves, mostly within 1e-7, and take less time. Whatever it leaves to others is
/// double.
enum class BetweennessPrecision : std::uint8_t { kDouble, kSingle };

/// How far a run is.
struct BetweennessProgress {
  std::uint64_t done;   ///< sources, or samples of an adaptive run
  std::uint64_t total;  ///< of an adaptive run the most that it can take
  double seconds_left;  ///< at the pace so far
};
enum class RunControl : std::uint8_t { kContinue, kStop };

/// Where a long run keeps what it has. The file is replaced as a whole, so that a run that ends at
/// any moment can be resumed; a resumed run gives the same scores, bit for bit (kAuto of a device:
/// where free memory leaves both runs the same way to go, see DeviceBetweennessOptions).
struct CheckpointOptions {
  /// Empty: no checkpoints.
  std::string path;
  double interval_seconds = 60;
  enum class Start : std::uint8_t {
    kFresh,  ///< replaces a checkpoint; any other file is refused (InputError)
    kResume  ///< continues from the file, which must be there and be of the same graph and options
  };
  Start start = Start::kFresh;
};

/// What every run takes, exact or sampled.
struct BetweennessRun {
  /// 0: all cores the process may use.
  int threads = 0;
  /// Called now and then, by one thread at a time; kStop ends the run by InterruptedError, after a
  /// last checkpoint where there are checkpoints.
  std::function<RunControl(const BetweennessProgress&)> on_progress = {};
  /// Between two such calls, at least.
  double progress_interval_seconds = 0.05;
  CheckpointOptions checkpoint = {};
};

struct BetweennessOptions {
  BetweennessMethod method = BetweennessMethod::kAuto;
  BetweennessOf of = BetweennessOf::kVertices;
  BetweennessScale scale = BetweennessScale::kPairs;
  BetweennessEndpoints endpoints = BetweennessEndpoints::kExcluded;
  BetweennessPrecision precision = BetweennessPrecision::kDouble;
  /// Only paths from these vertices, a set: without targets the sum of their dependencies, every
  /// source counted (so that an undirected pair of two sources counts twice).
  std::optional<std::vector<Vertex>> sources = std::nullopt;
  /// Only pairs of a source and a target, a set. In an undirected graph each ordered pair counts
  /// half, as in networkx and igraph: {s, t} counts 1 where both are sources and targets, else 1/2.
  /// Needs sources.
  std::optional<std::vector<Vertex>> targets = std::nullopt;
  /// So many sources drawn uniformly without replacement, scaled to all as networkx 3.5 does. Of a
  /// single sample no score of its own vertex can be estimated: it is NaN. Excludes sources.
  std::optional<std::uint64_t> samples = std::nullopt;
  std::uint64_t seed = 1;
  BetweennessRun run = {};
};

/// Scores. They do not depend on the number of threads, not in a single bit.
struct BetweennessResult {
  /// A score a vertex, or an edge of `edges`.
  Array<double> scores;
  /// Where edges were asked for: ascending; of an undirected edge the smaller end is `source`.
  /// Parallel edges are one, self-loops none.
  Array<Edge> edges;
  std::uint64_t num_sources = 0;
  /// Edges that the searches came along, each search's counted (undirected ones once).
  std::uint64_t edges_traversed = 0;
  /// Preparing the graph, and the searches: of a resumed run, with those before it.
  double prepare_seconds = 0;
  double seconds = 0;
};

/// Betweenness of a graph by hops. Unnormalised scores count a pair of vertices by the share of its
/// shortest paths that lead through; an undirected pair once; endpoints left out; parallel edges as
/// one; self-loops not at all. Path counts of any size are kept to double precision: there is no
/// overflow.
///
/// Throws UsageError on options out of range or that exclude one another, MemoryError,
/// InterruptedError, InputError where a checkpoint cannot be read or written or is of another run.
/// O(n + m) work a source, but for the methods that look at everything in every level.
[[nodiscard]] BetweennessResult betweenness(const Graph& graph,
                                            const BetweennessOptions& options = {});

/// Betweenness by lengths; W is float, double or std::uint32_t. Only kAuto and kSerial know
/// weights. Of parallel edges the shortest counts. Path lengths are sums without rounding:
///  - weights that are decimals of at most 15 significant digits (6 of float), or integers, are
///    taken for these decimals, so that 0.1 + 0.2 is as long as 0.3 and 1e15 + 1 longer than 1e15;
///  - where any weight has more digits, all are taken for measured: paths whose lengths differ by
///    no more than the rounding of the weights (2^-52, 2^-23 of float) are equally long.
/// Throws WeightError besides where a weight is negative or not finite, where zero weights close a
/// cycle (an undirected edge of weight zero is none by itself), which leaves the number of shortest
/// paths undefined, or where weights span too many digits for 128 bits. O((n + m) log n) a source.
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

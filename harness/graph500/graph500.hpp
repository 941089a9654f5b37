// The Graph500 benchmark: what is run, in which order, what is timed and how it is reported.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph500/statistics.hpp"
#include "strider/bfs.hpp"
#include "strider/cluster.hpp"
#include "strider/prepare.hpp"
#include "strider/sssp.hpp"
#include "strider/types.hpp"
#include "strider/validate.hpp"

namespace strider {

/// Whether each search is checked against the input tuples, outside the timed part.
enum class Graph500Validation : std::uint8_t { kOff, kEachSearch };

/// Which searches are timed: kernel 2, kernel 3, or both, from the same keys.
enum class Graph500Kernels : std::uint8_t { kBfs, kSssp, kBoth };

struct Graph500Options {
  int scale = 16;                  ///< 2^scale vertices, 1 to 31
  std::uint64_t edge_factor = 16;  ///< edge_factor * 2^scale tuples
  int roots = 64;                  ///< fewer are searched where fewer vertices have an edge
  Graph500Kernels kernels = Graph500Kernels::kBfs;
  int threads = 0;  ///< 0: all cores the process may use; overrides bfs.threads and sssp.threads
  Graph500Validation validation = Graph500Validation::kEachSearch;
  BfsOptions bfs = {};
  SsspOptions sssp = {.preparing = Preparing::kAtOnce};
  /// How the graph is prepared for kernel 2. Used by BfsMethod::kAuto only; the other methods
  /// search the graph as it is.
  LayoutChoice layout = LayoutChoice::kByGraph;
  /// Called at the start of each phase ("generation", "construction", "preparation", "searches",
  /// "shortest paths") with 0 and during it with the fraction done; may be empty. Never called
  /// within a timed part.
  std::function<void(std::string_view phase, double fraction)> progress = {};
};

/// One search of one key.
struct Graph500Search {
  GlobalVertex root = 0;
  std::uint64_t reached = 0;
  /// Input tuples inside the component, multi-edges counted, self-loops not.
  EdgeIndex edges_traversed = 0;
  std::vector<std::uint64_t> vertices_per_level = {};  ///< of kernel 2
  double seconds = 0;
  double validation_seconds = 0;
  /// edges_traversed as the validation counts them; 0 where it is off.
  EdgeIndex edges_validated = 0;
  std::vector<std::string> violations = {};  ///< what the validation found wrong
  std::optional<DistTraffic> traffic = {};   ///< of ranks
};

/// The searches of one kernel and their statistics; empty where it was not run.
struct Graph500Kernel {
  std::vector<Graph500Search> searches;  ///< in the order of the keys
  Statistics time;                       ///< seconds
  RateStatistics teps;                   ///< traversed edges a second
  Statistics validate;                   ///< seconds; all 0 where validation is off
};

struct Graph500Report {
  Graph500Kernels kernels = Graph500Kernels::kBfs;
  int scale = 0;
  std::uint64_t edge_factor = 0;
  int roots = 0;  ///< searched
  double generation_seconds = 0;
  int processes = 1;
  std::string device;  ///< its name; empty on the host, and on ranks, whose callers know theirs
  /// Kernel 1: everything between the tuples in memory and the first search, preparation included.
  double construction_seconds = 0;
  double preparation_seconds = 0;              ///< the part of it spent on laying the graph out
  Layout layout = Layout::kNone;               ///< of kernel 2
  SsspLayout sssp_layout = SsspLayout::kNone;  ///< of kernel 3
  std::uint64_t num_vertices = 0;
  EdgeIndex num_edges = 0;  ///< of the graph: undirected, without self-loops and duplicates
  bool validated = false;
  Statistics edges;  ///< of the traversed edges
  Graph500Kernel bfs;
  Graph500Kernel sssp;

  /// Whether no search broke a rule and all traversed edges were found again. True where validation
  /// is off: see `validated`.
  [[nodiscard]] bool passed() const;
};

/// Runs the benchmark: generation, kernel 1, the keys of the reference program's seeds, kernels 2
/// and 3 from each of them. A search is timed from the call until its parents, and its levels or
/// distances, stand in memory, in the graph's own vertex numbers. Kernel 3 has the reference's
/// weights: floats, uniform from 0 to 1; of parallel tuples the lightest counts. Validation looks
/// at the input tuples, generated anew so that construction need not keep them. Throws UsageError
/// on options out of range, MemoryError.
[[nodiscard]] Graph500Report run_graph500(const Graph500Options& options);

/// The reference program's output keys with their values, in its order, keys verbatim
/// ("bfs  min_time"). Keys of kernels that were not run are left out. The values that the reference
/// does not have come last: preparation_time.
[[nodiscard]] std::vector<std::pair<std::string, double>> reference_keys(
    const Graph500Report& report);

/// These keys as the reference program prints them, one a line.
[[nodiscard]] std::string to_reference_text(const Graph500Report& report);

}  // namespace strider

// strider bfs: its options, and what it has to report, wherever it ran.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "searches.hpp"
#include "strider/bfs.hpp"

namespace strider::cli {

struct BfsVerb : GraphVerb {
  using GraphVerb::GraphVerb;

  TrialOptions trials;
  std::string sources_file;    ///< of one search from all of them; "": none
  bool each = false;           ///< of a search from each of them instead
  std::optional<Level> depth;  ///< of every search
  BfsOutput output = BfsOutput::kTree;
  std::optional<std::string> target;  ///< a path to it is looked for
  std::optional<LayoutChoice> layout;
  bool deterministic = false;
  /// In a search of its own: watching takes time.
  bool records_frontier = true;
};

struct BfsOutcome : SearchOutcome {
  /// Of the last search; on devices and ranks of another one, from the same source.
  std::vector<BfsLevelTrace> trace;
  /// Of that search, on devices of ranks, for pages and traces.
  Json device_visits = Json::array();
  std::string untraced;             ///< why there is none
  std::optional<double> parents_s;  ///< finding the smallest parents, with --deterministic
  // Of one machine:
  Layout layout = Layout::kNone;
  double prepare_s = 0;
  double translate_s = 0;
};
/// A path, by labels; empty where there is none.
struct PathOutcome : RunOutcome {
  std::vector<std::string> path;
  std::uint64_t reached = 0;
  double seconds = 0;
};

/// Distances from each of several sources.
struct DistancesOutcome : RunOutcome {
  std::size_t sources = 0;
  std::uint64_t reached = 0;  ///< vertices, of all searches together
  Level levels = 0;           ///< the most of a search
  double seconds = 0;
};

/// Prints the outcome. Throws ValidationFailed where the verdict is that it is wrong.
void report(const BfsVerb& verb, const GraphFacts& graph, const BfsOutcome& outcome);
void report(const BfsVerb& verb, const GraphFacts& graph, const PathOutcome& outcome);
void report(const BfsVerb& verb, const GraphFacts& graph, const DistancesOutcome& outcome);

/// The run where --target is given: from both ends at once on the host, on a device from --source
/// until the target is found.
void find_path(const BfsVerb& verb, const LoadedGraph& loaded, Progress& progress);
/// The run where --each is given: searches from all sources side by side.
void find_distances(const BfsVerb& verb, const LoadedGraph& loaded, Progress& progress);

/// Makes solvers for one graph at one place.
struct BfsPlace {
  std::function<BfsSolver(BfsTrace)> solver;
  std::string device_name = {};  ///< empty on the host
};
/// On the device that --device names, with the graph there. Throws UnavailableError, MemoryError.
[[nodiscard]] BfsPlace bfs_place_on_device(const BfsVerb& verb, const PreparedGraph& graph);

/// On all processes of the launcher. Throws Reported where it failed.
void run_on_ranks(const BfsVerb& verb);

}  // namespace strider::cli

// strider sssp: its options, and what it has to report, wherever it ran.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "searches.hpp"
#include "strider/sssp.hpp"

namespace strider::cli {

struct SsspVerb : GraphVerb {
  using GraphVerb::GraphVerb;

  TrialOptions trials;
  double delta = 0;
  std::optional<Preparing> preparing;
  std::optional<std::string> target;
  std::optional<double> cutoff;
};

/// The path to --target.
struct PathToTarget {
  std::string label;
  Json distance;            ///< null where there is no path
  std::string length = {};  ///< the distance, as the summary has it
  std::vector<std::string> path = {};
};
/// `path` has the labels of its vertices, of an unreached target none.
template <class D>
[[nodiscard]] PathToTarget path_to_target(std::string label, D distance,
                                          std::vector<std::string> path) {
  PathToTarget found;
  found.label = std::move(label);
  if (path.empty()) return found;
  found.distance = distance;
  found.length = fmt::format("{}", distance);
  found.path = std::move(path);
  return found;
}

struct SsspOutcome : SearchOutcome {
  double delta = 0;
  std::optional<PathToTarget> target;
  // Of one machine:
  SsspLayout layout = SsspLayout::kNone;
  double prepare_s = 0;
  std::string unused_layout;  ///< why the layout asked for was not made
};
/// How far the search went: what it left out beyond is no fault.
[[nodiscard]] double reach(const SsspVerb& verb, const SsspOutcome& outcome);
/// Prints the outcome. Throws ValidationFailed where the verdict is that it is wrong.
void report(const SsspVerb& verb, const GraphFacts& graph, const SsspOutcome& outcome);

[[nodiscard]] std::string_view sssp_layout_name(SsspLayout layout);
/// --delta.
void add_delta_option(OptionTable& table, double& delta);

/// A solver for one graph at one place.
template <class W>
struct PathPlace {
  SsspSolver<W> solver;
  std::string device_name = {};  ///< empty on the host
};
/// On the device that --device names, with the graph there; width and bounds as `search` has them.
/// Throws UnavailableError, MemoryError, WeightError.
template <class W>
[[nodiscard]] PathPlace<W> path_place_on_device(const SsspVerb& verb, const WeightedGraph<W>& graph,
                                                const SsspOptions& search);

/// On all processes of the launcher. Throws Reported where it failed.
void run_on_ranks(const SsspVerb& verb);

}  // namespace strider::cli

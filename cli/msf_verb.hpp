// strider msf: its options, and what it has to report, wherever it ran.
#pragma once

#include <optional>
#include <string>

#include "report.hpp"
#include "strider/dist_msf.hpp"
#include "strider/msf.hpp"

namespace strider::cli {

struct MsfVerb : GraphVerb {
  using GraphVerb::GraphVerb;

  MsfObjective objective = MsfObjective::kMinimum;
  std::optional<GhsChains> chains;

  [[nodiscard]] const char* objective_name() const {
    return objective == MsfObjective::kMaximum ? "maximum" : "minimum";
  }
};

struct MsfOutcome : RunOutcome {
  Json weight;
  std::string weight_text;  ///< the same, as the summary has it
  std::uint64_t num_edges = 0;
  std::uint64_t num_trees = 0;
  double seconds = 0;
  // Of a device:
  double prepare_s = 0;  ///< until the graph is there, with room to work in
  double fetch_s = 0;    ///< after the run, until the forest is here
  // Of ranks:
  DistMsfOptions on_ranks;
  DistMsfProfile profile;

  /// Takes weight and sizes from a forest, of one machine or of ranks.
  template <class Forest>
  void describe(const Forest& forest) {
    weight = forest.weight();
    weight_text = fmt::format("{}", forest.weight());
    if constexpr (requires { forest.num_edges(); }) {
      num_edges = forest.num_edges();
    } else {
      num_edges = forest.edges().size();
    }
    num_trees = forest.num_trees();
  }
};
/// Prints the outcome. Throws ValidationFailed where the verdict is that it is wrong.
void report(const MsfVerb& verb, GraphFacts graph, const MsfOutcome& outcome);

/// Throws UsageError that names --undirected where the edges lead one way.
void require_undirected(Directedness directedness, const InputFacts& facts, const std::string& path,
                        std::string_view what_needs = "a spanning forest needs");

/// On the device that --device names; fills in what `outcome` has of devices, and its time. Throws
/// UnavailableError, MemoryError.
template <class W>
[[nodiscard]] MsfResult<W> forest_on_device(const MsfVerb& verb, const WeightedGraph<W>& graph,
                                            MsfOutcome& outcome);

/// On all processes of the launcher. Throws Reported where it failed.
void run_on_ranks(const MsfVerb& verb);

}  // namespace strider::cli

// Searches from one source, or several times from sources at random, and what is reported of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report.hpp"
#include "rules.hpp"
#include "strider/graph.hpp"

namespace strider::cli {

struct TrialOptions {
  std::optional<std::string> source;
  std::optional<int> trials;
};
void add_trial_options(OptionTable& table, TrialOptions& options);

/// The source given, or one for each trial at random among the vertices with an edge. Throws
/// UsageError where there is none.
[[nodiscard]] std::vector<Vertex> choose_sources(const TrialOptions& options, const Graph& graph,
                                                 std::uint64_t seed);

/// What is said where neither a source nor a number of trials was given, and where no source can be
/// drawn.
inline constexpr const char* kNoSource =
    "the source is missing: name it with --source LABEL, or search from N random ones with "
    "--trials N";
inline constexpr const char* kNoEdges = "the graph has no edges, so no random source can be drawn";

/// One of the searches of a run.
struct Search {
  std::string source;                         ///< its label
  std::optional<std::uint64_t> sources = {};  ///< how many, of a search from several at once
  std::uint64_t reached = 0;
  std::optional<Level> levels = {};  ///< of those that have levels
  double seconds = 0;
  double teps = 0;
  double fetch_s = 0;                    ///< more, until the result of a device is the host's
  std::optional<double> parents_s = {};  ///< more, until there are parents, where these come last
};
/// Its figures; `result` is of one machine or of ranks.
template <class Result>
[[nodiscard]] Search search_figures(std::string source, const Result& result, double seconds) {
  Search search{.source = std::move(source), .reached = result.num_reached(), .seconds = seconds};
  if constexpr (requires { result.num_levels(); }) search.levels = result.num_levels();
  const auto edges = static_cast<double>(result.num_edges_reached());
  if (seconds > 0) search.teps = edges / seconds;
  return search;
}

/// What there is to report of searches, wherever they ran.
struct SearchOutcome : RunOutcome {
  std::vector<Search> searches;

  [[nodiscard]] std::vector<double> seconds() const;
};

/// What the JSON begins with, until the figures of the last search.
[[nodiscard]] Json begin_json(const GraphVerb& verb, const GraphFacts& graph,
                              const SearchOutcome& outcome);
/// The searches one by one, if --trials asked for that.
void add_trials_json(Json& json, const TrialOptions& options, const GraphFacts& graph,
                     const SearchOutcome& outcome);
/// The line of the spread of times, if --trials asked for that.
void summarize_trials(Summary& summary, const GraphVerb& verb, const TrialOptions& options,
                      const SearchOutcome& outcome);

}  // namespace strider::cli

// What verbs that search on ranks have in common: searches one after the other, and what is
// reported of them.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "errors.hpp"
#include "ranks/job.hpp"
#include "rules.hpp"

namespace strider::cli {

/// One of the searches of a verb.
struct Search {
  std::string source;
  std::uint64_t reached;
  std::optional<Level> levels;  ///< of those that have levels
  double seconds;
  double teps;
};

/// All of them, and the result of the last one.
template <class Result>
struct Outcome {
  std::vector<Search> searches;
  Result last;
  std::optional<bool> passed;

  [[nodiscard]] std::vector<double> seconds() const {
    std::vector<double> seconds;
    for (const Search& search : searches) seconds.push_back(search.seconds);
    return seconds;
  }
};

/// Searches from each source. Collective.
template <class Solver, class Result>
void search_all(Solver& solver, const std::vector<Source>& sources, Outcome<Result>& outcome) {
  for (const Source& source : sources) {
    solver.run(source.vertex, outcome.last);
    const double seconds = outcome.last.seconds();
    const auto edges = static_cast<double>(outcome.last.num_edges_reached());
    std::optional<Level> levels;
    if constexpr (requires { outcome.last.num_levels(); }) levels = outcome.last.num_levels();
    outcome.searches.push_back({source.label, outcome.last.num_reached(), levels, seconds,
                                seconds > 0 ? edges / seconds : 0});
  }
}

/// What JSON begins with: `facts`, but for the time, and the last search.
template <class Result>
[[nodiscard]] Json begin_json(CommonFacts facts, const SharedGraph& shared, const RunOptions& run,
                              const Outcome<Result>& outcome) {
  const Search& last = outcome.searches.back();
  facts.time_s = median(outcome.seconds());
  Json json = common_json(facts, run);
  json["source"] = label_json(shared.input, last.source);
  json["reached"] = last.reached;
  if (last.levels) json["levels"] = *last.levels;
  json["teps"] = last.teps;
  return json;
}

/// Adds what it ends with, and prints it.
template <class Result>
void end_json(Json json, const SharedGraph& shared, const TrialOptions& trials,
              const Outcome<Result>& outcome) {
  json["partition"] = partition_json(shared.graph);
  json["traffic"] = traffic_json(outcome.last.traffic());
  add_validation_json(json, outcome.passed);
  if (trials.trials) {
    json["trials"] = Json::array();
    for (const Search& search : outcome.searches) {
      Json trial = {{"source", label_json(shared.input, search.source)},
                    {"reached", search.reached}};
      if (search.levels) trial["levels"] = *search.levels;
      trial["time_s"] = search.seconds;
      trial["teps"] = search.teps;
      json["trials"].push_back(std::move(trial));
    }
  }
  print_json(json);
}

/// Throws ValidationFailed, with the label of the first vertex that broke a rule. Collective.
template <class Rule>
void require_valid(const Cluster& cluster, const SharedGraph& shared,
                   const DistValidation<Rule>& validation) {
  if (validation.passed()) return;
  const auto& first = validation.violations.front();
  const std::vector<GlobalVertex> vertices = {first.vertex};
  throw ValidationFailed(violation_message(shared.input.labels_of(cluster, vertices).front(),
                                           rule_name(first.rule),
                                           validation.violations.size() - 1));
}

}  // namespace strider::cli

// What strider sssp reports, wherever it ran.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sssp_verb.hpp"

namespace strider::cli {
namespace {

void add_target_json(Json& json, const PathToTarget& target, LabelKind kind) {
  json["target"] = label_json(kind, target.label);
  json["distance"] = target.distance;
  json["path"] = Json::array();
  for (const std::string& label : target.path) json["path"].push_back(label_json(kind, label));
}

Json run_json(const SsspVerb& verb, const GraphFacts& graph, const SsspOutcome& outcome) {
  const Search& last = outcome.searches.back();
  Json json = begin_json(verb, graph, outcome);
  json["weighted"] = graph.input.weighted;
  json["delta"] = outcome.delta > 0 ? Json(outcome.delta) : Json();
  if (!is_on_ranks(verb.place)) {
    json["layout"] = sssp_layout_name(outcome.layout);
    json["prepare_s"] = outcome.prepare_s;
  }
  if (verb.place == Place::kDevice) json["fetch_s"] = last.fetch_s;
  if (last.parents_s) json["parents_s"] = *last.parents_s;
  add_outcome_json(json, graph, outcome);
  if (outcome.target) add_target_json(json, *outcome.target, graph.input.labels);
  add_trials_json(json, verb.trials, graph, outcome);
  return json;
}

std::string described_path(const PathToTarget& target) {
  if (target.distance.is_null()) return fmt::format("none to {}", target.label);
  std::string text =
      fmt::format("length {}, {}:", target.length, counted(target.path.size() - 1, "edge"));
  for (const std::string& label : target.path) text += " " + label;
  return text;
}

std::string described_search(const SsspVerb& verb, const SsspOutcome& outcome) {
  const Search& last = outcome.searches.back();
  std::string text = fmt::format("{} from {}: {} reached", verb.algorithm.name, last.source,
                                 counted(last.reached, "vertex"));
  if (is_on_ranks(verb.place)) text += fmt::format("; delta {:.6g}", outcome.delta);
  if (verb.cutoff) text += fmt::format(" within {}", *verb.cutoff);
  return text;
}

std::string described_time(const SsspVerb& verb, const Search& last) {
  std::string text = fmt::format("{}, {}", duration(last.seconds), rate(last.teps));
  if (!last.parents_s) return text + ", parents included";
  text += "; ";
  if (verb.place == Place::kDevice) {
    text += fmt::format("{} more to fetch the distances, ", duration(last.fetch_s));
  }
  return text + fmt::format("{} more to find the parents", duration(*last.parents_s));
}

void summarize_preparing(Summary& summary, const SsspOutcome& outcome) {
  summary.line("preparing",
               fmt::format("{}{}{}", duration(outcome.prepare_s),
                           outcome.layout == SsspLayout::kNone ? "" : ", laid out by weight",
                           outcome.delta > 0 ? fmt::format(", delta {:.6g}", outcome.delta) : ""));
  if (!outcome.unused_layout.empty()) summary.line("layout", "none: " + outcome.unused_layout);
}

void report_summary(Summary& summary, const SsspVerb& verb, const GraphFacts& graph,
                    const SsspOutcome& outcome) {
  const Search& last = outcome.searches.back();
  summary.input(graph);
  summary.device(outcome.device_name, verb.seed());
  summary.weights(graph.input);
  if (!is_on_ranks(verb.place)) summarize_preparing(summary, outcome);
  summarize_trials(summary, verb, verb.trials, outcome);
  summary.line("search", described_search(verb, outcome));
  summary.line("time", described_time(verb, last));
  if (outcome.target) summary.line("path", described_path(*outcome.target));
  const bool finds_nothing =
      last.reached == 1 || (outcome.target && outcome.target->distance.is_null());
  if (finds_nothing) note_direction(summary, verb.graph, graph.input);
  if (outcome.traffic) summary.traffic(*outcome.traffic, verb.ranks.traffic);
}

}  // namespace

double reach(const SsspVerb& verb, const SsspOutcome& outcome) {
  const double cutoff = verb.cutoff.value_or(std::numeric_limits<double>::infinity());
  const bool is_reached = outcome.target && !outcome.target->distance.is_null();
  return is_reached ? std::min(cutoff, outcome.target->distance.get<double>()) : cutoff;
}

void report(const SsspVerb& verb, const GraphFacts& graph, const SsspOutcome& outcome) {
  Summary summary(verb.run, [&] { return run_json(verb, graph, outcome); });
  report_summary(summary, verb, graph, outcome);
  summary.verdict(outcome.verdict,
                  "all five rules of the Graph500 specification hold: distances are shortest");
}

std::string_view sssp_layout_name(SsspLayout layout) {
  return layout == SsspLayout::kNone ? "none" : "weight";
}

}  // namespace strider::cli

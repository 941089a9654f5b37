// What strider bc reports, wherever it ran.
#include <fmt/format.h>

#include "bc_verb.hpp"

namespace strider::cli {
namespace {

double teps(const BcOutcome& outcome) {
  const auto edges = static_cast<double>(outcome.edges_traversed);
  return outcome.seconds > 0 ? edges / outcome.seconds : 0;
}

Json top_json(const std::vector<TopScore>& top, bool of_edges, LabelKind kind) {
  Json json = Json::array();
  for (const TopScore& entry : top) {
    if (of_edges) {
      json.push_back({{"u", label_json(kind, entry.u)},
                      {"v", label_json(kind, entry.v)},
                      {"score", entry.score}});
    } else {
      json.push_back({{"vertex", label_json(kind, entry.u)}, {"score", entry.score}});
    }
  }
  return json;
}

Json estimate_json(const BcVerb& verb, const BetweennessEstimate& estimate) {
  return {{"epsilon", *verb.epsilon},
          {"delta", verb.delta.value_or(EstimateOptions{}.delta)},
          {"samples", estimate.samples},
          {"most_samples", estimate.most_samples},
          {"bound", estimate.bound},
          {"normalized_bound", estimate.normalized_bound},
          {"ranking_is_certain", estimate.ranking_is_certain}};
}

Json run_json(const BcVerb& verb, const GraphFacts& graph, const BcOutcome& outcome) {
  const bool is_estimate = outcome.estimate.has_value();
  Json json = common_json(verb, graph, outcome.seconds);
  // Sampled paths have no sources to be searched from to the end.
  json["sources"] = is_estimate ? Json() : Json(outcome.num_sources);
  json["teps"] = is_estimate ? Json() : Json(teps(outcome));
  json["top"] = top_json(outcome.top, verb.of_edges(), graph.input.labels);
  json["of"] = verb.of_edges() ? "edges" : "vertices";
  json["weighted"] = verb.weighted && graph.input.weighted;
  json["normalized"] = verb.is_normalized();
  json["endpoints"] = verb.exact.endpoints == BetweennessEndpoints::kIncluded;
  json["precision"] = verb.exact.precision == BetweennessPrecision::kSingle ? "single" : "double";
  json["samples"] = verb.samples ? Json(*verb.samples) : Json();
  json["prepare_s"] = outcome.prepare_s;
  json["resumed"] = verb.resumes() && !verb.begins_anew;
  if (outcome.traffic) {
    json["share"] = outcome.share;
    json["batch_size"] = outcome.batch_size > 0 ? Json(outcome.batch_size) : Json();
  }
  json["estimate"] = is_estimate ? estimate_json(verb, *outcome.estimate) : Json();
  add_outcome_json(json, graph, outcome);
  return json;
}

std::string described_lengths(const BcVerb& verb, bool weighted) {
  if (!verb.weighted) return weighted ? "by hops, weights ignored" : "by hops";
  return weighted ? "by weight" : "by hops: the file has no weights, so every edge has length 1";
}

std::string described_scale(const BcVerb& verb, bool directed) {
  if (verb.is_normalized()) return "normalized";
  if (directed) return "sums over ordered pairs";
  if (!verb.targets_file.empty()) return "sums over ordered pairs, each counted half";
  if (!verb.sources_file.empty()) return "sums over the pairs of each source";
  return "sums over unordered pairs, each counted once";
}

std::string described_search(const BcVerb& verb, const GraphFacts& graph,
                             const BcOutcome& outcome) {
  if (outcome.estimate) {
    return fmt::format("{} of at most {}, drawn with seed {}{}",
                       counted(outcome.estimate->samples, "sampled path"),
                       grouped(outcome.estimate->most_samples), verb.seed(),
                       outcome.traffic ? "; every rank has the graph" : "");
  }
  std::string text =
      fmt::format("{} from {}", verb.algorithm.name, counted(outcome.num_sources, "source"));
  if (verb.drawn_samples(graph.vertices)) {
    text += fmt::format(", drawn with seed {}, scaled to all vertices", verb.seed());
  } else if (verb.samples) {
    text += ", which are all vertices: scores are exact";
  }
  if (!outcome.traffic) return text;
  return text + (outcome.share == "replicated"
                     ? "; replicated: every rank has the graph"
                     : fmt::format("; partitioned: {} sources at once", outcome.batch_size));
}

std::string described_bound(const BcVerb& verb, const BetweennessEstimate& estimate) {
  return fmt::format(
      "every score is within {:.4g} of the exact one ({:.4g} normalized), with a failure "
      "probability of {}{}",
      estimate.bound, estimate.normalized_bound, verb.delta.value_or(EstimateOptions{}.delta),
      estimate.ranking_is_certain ? "; the order of the highest scores is as certain" : "");
}

void report_summary(Summary& summary, const BcVerb& verb, const GraphFacts& graph,
                    const BcOutcome& outcome) {
  summary.input(graph);
  summary.device(outcome.device_name, verb.seed());
  if (verb.begins_anew) {
    summary.line("note", fmt::format("there was no {} to resume from, so the run began anew",
                                     verb.checkpoint.path));
  }
  const bool counts_ends = verb.exact.endpoints == BetweennessEndpoints::kIncluded;
  summary.line("paths", fmt::format("{}; scores are {}; endpoints are {}",
                                    described_lengths(verb, graph.input.weighted),
                                    described_scale(verb, graph.directed),
                                    counts_ends ? "counted" : "not counted"));
  summary.line("search", described_search(verb, graph, outcome));
  if (outcome.estimate) {
    summary.line("bound", described_bound(verb, *outcome.estimate));
    summary.line("time", duration(outcome.seconds));
  } else {
    summary.line("time", fmt::format("{} after {} of preparation, {}", duration(outcome.seconds),
                                     duration(outcome.prepare_s), rate(teps(outcome))));
    if (outcome.traffic) summary.traffic(*outcome.traffic, verb.ranks.traffic);
  }
  summary.text("\n");
  for (const TopScore& entry : outcome.top) {
    const std::string name = verb.of_edges() ? fmt::format("{}  {}", entry.u, entry.v) : entry.u;
    summary.score(name, entry.score);
  }
}

}  // namespace

void BcOutcome::take_verdict(const BetweennessValidation& validation) {
  verdict.is_given = true;
  if (!validation.passed()) {
    verdict.fault = "validation failed: " + validation.violations.front().message;
  }
  total = validation.total;
}

void report(const BcVerb& verb, const GraphFacts& graph, const BcOutcome& outcome) {
  Summary summary(verb.run, [&] { return run_json(verb, graph, outcome); });
  report_summary(summary, verb, graph, outcome);
  summary.verdict(
      outcome.verdict,
      fmt::format("the sum of all scores is {:.10g}, as the distances require", outcome.total));
}

}  // namespace strider::cli

// strider bc: betweenness centrality of vertices or edges.
#include "devices/bc.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "bc_options.hpp"
#include "bc_report.hpp"
#include "environment.hpp"
#include "errors.hpp"
#include "interrupt.hpp"
#include "load.hpp"
#include "ranks/verbs.hpp"
#include "report.hpp"
#include "result_option.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

BetweennessOptions exact_options(const BcOptions& options, const Graph& graph, Progress& progress) {
  BetweennessOptions exact;
  exact.method = options.method;
  if (options.edges) exact.of = BetweennessOf::kEdges;
  if (options.normalized) exact.scale = BetweennessScale::kNormalized;
  if (options.endpoints) exact.endpoints = BetweennessEndpoints::kIncluded;
  if (!options.sources_file.empty()) exact.sources = read_vertex_set(graph, options.sources_file);
  if (!options.targets_file.empty()) exact.targets = read_vertex_set(graph, options.targets_file);
  exact.precision = options.precision;
  exact.samples = drawn_samples(options, graph.num_vertices());
  exact.seed = options.seed();
  exact.run = run_of(options, progress);
  return exact;
}

bool has_weights(const AnyGraph& graph) {
  return !std::holds_alternative<Graph>(graph);
}

/// What there is to report: scores, and how they came about.
struct BcOutcome {
  BetweennessResult result;
  /// Of an adaptive run; its scores are in `result`.
  std::optional<BetweennessEstimate> estimate;
  std::optional<bool> passed;  ///< of a validation
  std::string device_name;     ///< empty on the host
};

BcOutcome estimate_scores(const BcOptions& options, const Graph& graph, Progress& progress) {
  const EstimateOptions adaptive = estimate_options(options, progress);
  BcOutcome outcome;
  outcome.estimate = options.is_on_device()
                         ? estimate_on_device(options, graph, adaptive, outcome.device_name)
                         : estimate_betweenness(graph, adaptive);
  outcome.result.scores = std::move(outcome.estimate->scores);
  outcome.result.seconds = outcome.estimate->seconds;
  return outcome;
}

void compute(const BcOptions& options, const BetweennessOptions& exact, const AnyGraph& graph,
             BcOutcome& outcome) {
  const auto run = [&](const auto& typed) {
    return options.is_on_device()
               ? betweenness_on_device(options, typed, exact, outcome.device_name)
               : betweenness(typed, exact);
  };
  try {
    // Without weights each edge has length 1: paths by hops.
    outcome.result = options.weighted ? std::visit(run, graph) : run(topology(graph));
  } catch (const WeightError& error) {
    throw InputError(options.graph.path, 0, error.what());
  }
}

/// The places of the highest scores, highest first, equal ones in order; scores that are no numbers
/// are none.
std::vector<std::size_t> top_places(std::span<const double> scores, std::size_t count) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!std::isnan(scores[i])) places.push_back(i);
  }
  count = std::min(count, places.size());
  std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count),
                    places.end(), [&](std::size_t a, std::size_t b) {
                      return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
                    });
  places.resize(count);
  return places;
}

double teps(const BetweennessResult& result) {
  return result.seconds > 0 ? static_cast<double>(result.edges_traversed) / result.seconds : 0;
}

Json top_json(const Graph& graph, const BetweennessResult& result, std::size_t count) {
  Json top = Json::array();
  for (const std::size_t place : top_places(result.scores.span(), count)) {
    if (result.edges.empty()) {
      top.push_back({{"vertex", label_json(graph.labels(), static_cast<Vertex>(place))},
                     {"score", result.scores[place]}});
    } else {
      const Edge& edge = result.edges[place];
      top.push_back({{"u", label_json(graph.labels(), edge.source)},
                     {"v", label_json(graph.labels(), edge.target)},
                     {"score", result.scores[place]}});
    }
  }
  return top;
}

void report_json(const BcOptions& options, const LoadedGraph& loaded, const BcOutcome& outcome) {
  const BetweennessResult& result = outcome.result;
  CommonFacts facts = common_facts("bc", options.graph, loaded);
  facts.algorithm = betweenness_method_name(options.method);
  facts.seed = options.seed();
  facts.time_s = result.seconds;
  Json json = common_json(facts, options.run);
  if (!outcome.device_name.empty()) json["device_name"] = outcome.device_name;
  // Sampled paths have no sources to be searched from to the end.
  json["sources"] = outcome.estimate ? Json() : Json(result.num_sources);
  json["teps"] = outcome.estimate ? Json() : Json(teps(result));
  json["top"] = top_json(topology(loaded.graph), result, options.top.value_or(kTopScores));
  json["of"] = options.edges ? "edges" : "vertices";
  json["weighted"] = options.weighted && has_weights(loaded.graph);
  json["normalized"] = options.normalized;
  json["endpoints"] = options.endpoints;
  json["precision"] = options.precision == BetweennessPrecision::kSingle ? "single" : "double";
  json["samples"] = options.samples ? Json(*options.samples) : Json();
  json["prepare_s"] = result.prepare_seconds;
  json["resumed"] = options.resume && !options.begins_anew;
  add_validation_json(json, outcome.passed);
  json["estimate"] = outcome.estimate ? estimate_json(options, *outcome.estimate) : Json();
  print_json(json);
}

std::string described_paths(const BcOptions& options, const LoadedGraph& loaded) {
  if (!options.weighted) return has_weights(loaded.graph) ? "by hops, weights ignored" : "by hops";
  return has_weights(loaded.graph) ? "by weight"
                                   : "by hops: the file has no weights, so every edge has length 1";
}

std::string described_search(const BcOptions& options, const Graph& graph,
                             const BcOutcome& outcome) {
  if (outcome.estimate) {
    return fmt::format("{} of at most {}, drawn with seed {}",
                       counted(outcome.estimate->samples, "sampled path"),
                       grouped(outcome.estimate->most_samples), options.seed());
  }
  std::string text = fmt::format("{} from {}", betweenness_method_name(options.method),
                                 counted(outcome.result.num_sources, "source"));
  return text + described_samples(options, graph.num_vertices());
}

void report_summary(const BcOptions& options, const LoadedGraph& loaded, const BcOutcome& outcome) {
  const BetweennessResult& result = outcome.result;
  const Graph& graph = topology(loaded.graph);
  const Summary summary(options.run);
  summary.input(options.graph, loaded);
  summary.device(outcome.device_name, options.seed());
  note_beginning(summary, options);
  summary.line("paths",
               fmt::format("{}; scores are {}; endpoints are {}", described_paths(options, loaded),
                           described_scale(options, graph.is_directed()),
                           options.endpoints ? "counted" : "not counted"));
  summary.line("search", described_search(options, graph, outcome));
  if (outcome.estimate) {
    summary.line("bound", described_bound(options, *outcome.estimate));
    summary.line("time", duration(result.seconds));
  } else {
    summary.line("time", fmt::format("{} after {} of preparation, {}", duration(result.seconds),
                                     duration(result.prepare_seconds), rate(teps(result))));
  }
  summary.text("\n");
  for (const std::size_t place :
       top_places(result.scores.span(), options.top.value_or(kTopScores))) {
    const Labels& labels = graph.labels();
    const std::string name = result.edges.empty()
                                 ? labels.label(static_cast<Vertex>(place))
                                 : fmt::format("{}  {}", labels.label(result.edges[place].source),
                                               labels.label(result.edges[place].target));
    summary.score(name, result.scores[place]);
  }
}

void write(const BcOptions& options, const Graph& graph, const BetweennessResult& result,
           ResultFormat format) {
  if (options.edges) {
    write_edge_scores(graph.labels(), graph.num_vertices(), result.edges.span(),
                      result.scores.span(), options.run.output, format, options.run.threads);
  } else {
    write_vertex_scores(graph.labels(), result.scores.span(), options.run.output, format,
                        options.run.threads);
  }
}

void require_valid_scores(const BetweennessValidation& validation, const BcOptions& options) {
  if (!validation.passed()) {
    throw ValidationFailed("validation failed: " + validation.violations.front().message);
  }
  const Summary summary(options.run);
  summary.text("\n");
  summary.line("valid", fmt::format("the sum of all scores is {:.10g}, as the distances require",
                                    validation.total));
}

/// Of one process of a launcher, too, where it asks for what is of ranks, or keeps a checkpoint,
/// from which a run on any number of ranks shall continue; those of samples are the same
/// everywhere.
bool is_for_ranks(const BcOptions& options) {
  if (runs_on_ranks(options.graph.distribution)) return true;
  const bool keeps_sums = !options.checkpoint.empty() && !options.is_adaptive();
  const bool has_use =
      keeps_sums || !options.share.empty() || !first_key_of_ranks(options.tuning, "bc").empty();
  return has_use && has_ranks() && launch().has_value();
}

void run(BcOptions& options) {
  const bool on_ranks = is_for_ranks(options);
  require_keys_in_use(options.tuning, {{"bc", place_of(options.run, on_ranks), ""}});
  if (on_ranks) {
    run_on_ranks(options);
    return;
  }
  if (!options.share.empty()) refuse_distribution("--share");
  begin(options.run, options.graph, Devices::kAny);
  check(options);
  options.begins_anew = lacks_checkpoint(options);
  if (options.is_on_device()) static_cast<void>(device_betweenness_options(options));
  const ResultFormat format = result_format(options.run, ResultTables::kWithoutLdbc);
  Progress progress(options.run.progress());
  const LoadedGraph loaded =
      load(options.graph, options.run, progress, verification_to_validate(options.validate));
  const Graph& graph = topology(loaded.graph);
  const BetweennessOptions exact =
      options.is_adaptive() ? BetweennessOptions{} : exact_options(options, graph, progress);
  BcOutcome outcome;
  {
    // While there is something to write down; at any other time a signal ends the process.
    const std::optional<StopOnInterrupt> stop =
        options.checkpoint.empty() ? std::nullopt : std::make_optional<StopOnInterrupt>();
    if (options.is_adaptive()) {
      outcome = estimate_scores(options, graph, progress);
    } else {
      compute(options, exact, loaded.graph, outcome);
    }
  }
  BetweennessValidation validation;
  if (options.validate) {
    progress.stage("validating");
    validation = validate_betweenness(graph, outcome.result.scores.span(), exact);
    outcome.passed = validation.passed();
  }
  progress.clear();
  if (!options.run.output.empty() && validation.passed()) {
    write(options, graph, outcome.result, format);
  }
  if (options.run.json) {
    report_json(options, loaded, outcome);
  } else {
    report_summary(options, loaded, outcome);
  }
  if (options.validate) require_valid_scores(validation, options);
}

}  // namespace

void add_bc(CLI::App& program) {
  auto options = std::make_shared<BcOptions>();
  CLI::App* verb = program.add_subcommand(
      "bc", "Betweenness centrality: how many shortest paths lead through each vertex or edge");
  add_bc_options(*verb, *options);
  add_result_option(*verb, options->run, "vertex score or u v score", ResultTables::kWithoutLdbc);
  add_run_options(*verb, options->run);
  verb->footer(
      "Example:\n  strider bc roads.gr.gz --samples 256 -o scores.tsv\n"
      "  strider bc web.el --checkpoint web.bc -o scores.tsv\n"
      "  strider bc web.el --samples 4096 --device cuda -o scores.tsv\n"
      "  mpirun -n 4 strider bc web.el -o scores.tsv\n"
      "  mpirun -n 4 strider bc web.el --epsilon 0.001 --device cuda -o scores.tsv");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli

// strider bc on ranks.
#include "devices/bc.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bc_report.hpp"
#include "errors.hpp"
#include "files.hpp"
#include "interrupt.hpp"
#include "ranks/job.hpp"
#include "ranks/verbs.hpp"
#include "result_option.hpp"
#include "strider/dist_bc.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

struct BcOutcomeOnRanks {
  DistBetweennessResult result;
  /// Of an adaptive run, without its scores: they are in `result`.
  std::optional<BetweennessEstimate> estimate;
  std::optional<bool> passed;  ///< of a validation
  double seconds = 0;
  std::string device_name;  ///< of rank 0; empty on the host

  [[nodiscard]] double teps() const {
    return seconds > 0 ? static_cast<double>(result.edges_traversed()) / seconds : 0;
  }
};

bool is_by_weight(const BcOptions& options, const SharedGraph& shared) {
  return options.weighted && shared.input.facts().weighted;
}

/// The same on all ranks, which all read the file. Collective.
std::vector<GlobalVertex> read_vertices(const Cluster& cluster, const DistInput& input,
                                        const std::string& path) {
  std::vector<LabelLine> lines;
  std::exception_ptr error;
  const auto attempt = [&](auto&& body) {
    try {
      body();
    } catch (...) {
      error = std::current_exception();
    }
    cluster.throw_on_all_ranks(error);
  };
  attempt([&] { lines = read_labels(path); });
  std::vector<GlobalVertex> vertices;
  for (const LabelLine& line : lines) {
    const auto vertex = input.find(cluster, line.label);
    if (!vertex) attempt([&] { refuse_label(path, line); });
    vertices.push_back(*vertex);
  }
  return vertices;
}

/// Collective.
DistBetweennessOptions dist_options(const BcOptions& options, const Cluster& cluster,
                                    const SharedGraph& shared, const RunOptions& run,
                                    Progress& progress) {
  DistBetweennessOptions dist;
  dist.share = options.share.empty() ? BcShare::kAuto : bc_share_from_name(options.share).value();
  dist.tuning = options.tuning.bc_on_ranks;
  if (options.weighted) dist.lengths = PathLengths::kWeights;
  dist.method = options.method;
  if (options.edges) dist.of = BetweennessOf::kEdges;
  if (options.normalized) dist.scale = BetweennessScale::kNormalized;
  if (options.endpoints) dist.endpoints = BetweennessEndpoints::kIncluded;
  dist.precision = options.precision;
  if (!options.sources_file.empty()) {
    dist.sources = read_vertices(cluster, shared.input, options.sources_file);
  }
  if (!options.targets_file.empty()) {
    dist.targets = read_vertices(cluster, shared.input, options.targets_file);
  }
  dist.samples = drawn_samples(options, shared.graph.num_vertices());
  dist.seed = options.seed();
  dist.run = run_of(options, progress);
  dist.run.threads = run.threads;
  return dist;
}

/// Collective.
BcOutcomeOnRanks estimate(const BcOptions& options, const SharedGraph& shared,
                          const RunOptions& run, const std::optional<RankDevice>& device,
                          Progress& progress) {
  EstimateOptions adaptive = estimate_options(options, progress);
  adaptive.run.threads = run.threads;
  BcOutcomeOnRanks outcome;
  if (device) {
    outcome.estimate = estimate_betweenness(shared.graph, device->device, adaptive,
                                            device_betweenness_options(options));
    outcome.device_name = device->name;
  } else {
    outcome.estimate = estimate_betweenness(shared.graph, adaptive);
  }
  outcome.result = scatter_scores(shared.graph, outcome.estimate->scores.span());
  outcome.estimate->scores = {};
  outcome.seconds = outcome.estimate->seconds;
  return outcome;
}

/// Collective.
BcOutcomeOnRanks compute(const BcOptions& options, const Cluster& cluster,
                         const SharedGraph& shared, const DistBetweennessOptions& dist,
                         const std::optional<RankDevice>& device) {
  const auto search = [&] {
    if (!device) return betweenness(shared.graph, dist);
    DistBetweennessOptions on_device = dist;
    on_device.method = BetweennessMethod::kAuto;
    return betweenness(shared.graph, device->device, on_device,
                       device_betweenness_options(options));
  };
  BcOutcomeOnRanks outcome;
  std::exception_ptr error;
  try {
    outcome.result = search();
  } catch (const WeightError& fault) {
    // All ranks have it; all give it its place.
    error = std::make_exception_ptr(InputError(options.graph.path, 0, fault.what()));
  }
  cluster.throw_on_all_ranks(error);
  if (device) outcome.device_name = device->name;
  outcome.seconds = outcome.result.seconds();
  return outcome;
}

/// A score to show, and whose it is. Of a vertex, v is no text.
struct TopScore {
  std::string u;
  std::string v;
  double score;
};

/// Collective.
std::vector<TopScore> top_scores(const BcOptions& options, const Cluster& cluster,
                                 const SharedGraph& shared, const DistBetweennessResult& result) {
  const std::size_t count = options.top.value_or(kTopScores);
  std::vector<GlobalVertex> ends;
  std::vector<TopScore> top;
  if (result.of() == BetweennessOf::kVertices) {
    for (const auto& [vertex, score] : highest_vertices(cluster, result, count)) {
      ends.push_back(vertex);
      top.push_back({"", "", score});
    }
    const std::vector<std::string> labels = shared.input.labels_of(cluster, ends);
    for (std::size_t i = 0; i < top.size(); ++i) top[i].u = labels[i];
    return top;
  }
  for (const auto& [u, v, score] : highest_edges(cluster, result, count)) {
    ends.insert(ends.end(), {u, v});
    top.push_back({"", "", score});
  }
  const std::vector<std::string> labels = shared.input.labels_of(cluster, ends);
  for (std::size_t i = 0; i < top.size(); ++i) {
    top[i].u = labels[2 * i];
    top[i].v = labels[2 * i + 1];
  }
  return top;
}

Json top_json(const SharedGraph& shared, const std::vector<TopScore>& top, bool edges) {
  Json json = Json::array();
  for (const TopScore& entry : top) {
    if (edges) {
      json.push_back({{"u", label_json(shared.input, entry.u)},
                      {"v", label_json(shared.input, entry.v)},
                      {"score", entry.score}});
    } else {
      json.push_back({{"vertex", label_json(shared.input, entry.u)}, {"score", entry.score}});
    }
  }
  return json;
}

void report_json(const BcOptions& options, const Cluster& cluster, const RunOptions& run,
                 const SharedGraph& shared, const BcOutcomeOnRanks& outcome,
                 const std::vector<TopScore>& top) {
  const DistBetweennessResult& result = outcome.result;
  CommonFacts facts = common_facts("bc", cluster, options.graph, shared);
  facts.algorithm = betweenness_method_name(options.method);
  facts.seed = options.seed();
  facts.time_s = outcome.seconds;
  Json json = common_json(facts, run);
  json["sources"] = outcome.estimate ? Json() : Json(result.num_sources());
  json["teps"] = outcome.estimate ? Json() : Json(outcome.teps());
  json["top"] = top_json(shared, top, options.edges);
  json["of"] = options.edges ? "edges" : "vertices";
  json["weighted"] = is_by_weight(options, shared);
  json["normalized"] = options.normalized;
  json["endpoints"] = options.endpoints;
  json["precision"] = options.precision == BetweennessPrecision::kSingle ? "single" : "double";
  json["samples"] = options.samples ? Json(*options.samples) : Json();
  json["prepare_s"] = result.prepare_seconds();
  json["resumed"] = options.resume && !options.begins_anew;
  json["share"] = bc_share_name(result.share());
  json["batch_size"] = result.batch_size() > 0 ? Json(result.batch_size()) : Json();
  add_validation_json(json, outcome.passed);
  if (!outcome.device_name.empty()) json["device_name"] = outcome.device_name;
  json["estimate"] = outcome.estimate ? estimate_json(options, *outcome.estimate) : Json();
  json["partition"] = partition_json(shared.graph);
  json["traffic"] = traffic_json(result.traffic());
  print_json(json);
}

std::string described_paths(const BcOptions& options, const SharedGraph& shared) {
  const bool weights = shared.input.facts().weighted;
  if (!options.weighted) return weights ? "by hops, weights ignored" : "by hops";
  return weights ? "by weight" : "by hops: the file has no weights, so every edge has length 1";
}

std::string described_search(const BcOptions& options, std::uint64_t num_vertices,
                             const BcOutcomeOnRanks& outcome) {
  if (outcome.estimate) {
    return fmt::format("{} of at most {}, drawn with seed {}; every rank has the graph",
                       counted(outcome.estimate->samples, "sampled path"),
                       grouped(outcome.estimate->most_samples), options.seed());
  }
  const DistBetweennessResult& result = outcome.result;
  std::string text = fmt::format("{} from {}", betweenness_method_name(options.method),
                                 counted(result.num_sources(), "source"));
  text += described_samples(options, num_vertices);
  text += result.share() == BcShare::kReplicated
              ? "; replicated: every rank has the graph"
              : fmt::format("; partitioned: {} sources at once", result.batch_size());
  return text;
}

void report_summary(const BcOptions& options, const Cluster& cluster, const RunOptions& run,
                    const SharedGraph& shared, const BcOutcomeOnRanks& outcome,
                    const std::vector<TopScore>& top) {
  const Summary summary(run);
  print_input(summary, cluster, options.graph, shared);
  summary.device(outcome.device_name, options.seed());
  note_beginning(summary, options);
  summary.line("paths",
               fmt::format("{}; scores are {}; endpoints are {}", described_paths(options, shared),
                           described_scale(options, shared.graph.is_directed()),
                           options.endpoints ? "counted" : "not counted"));
  summary.line("search", described_search(options, shared.graph.num_vertices(), outcome));
  if (outcome.estimate) {
    summary.line("bound", described_bound(options, *outcome.estimate));
    summary.line("time", duration(outcome.seconds));
  } else {
    summary.line("time",
                 fmt::format("{} after {} of preparation, {}", duration(outcome.seconds),
                             duration(outcome.result.prepare_seconds()), rate(outcome.teps())));
    print_traffic(summary, outcome.result.traffic(), options.graph.distribution.traffic);
  }
  summary.text("\n");
  for (const TopScore& entry : top) {
    const std::string name = options.edges ? fmt::format("{}  {}", entry.u, entry.v) : entry.u;
    summary.score(name, entry.score);
  }
}

PartitionOptions partition_of(const BcOptions& options, const RunOptions& run) {
  return partition_options(options.graph.distribution, {}, Sought::kBetweenness, run);
}

void require_valid_scores(const BetweennessValidation& validation, const RunOptions& run) {
  if (!validation.passed()) {
    throw ValidationFailed("validation failed: " + validation.violations.front().message);
  }
  const Summary summary(run);
  summary.text("\n");
  summary.line("valid", fmt::format("the sum of all scores is {:.10g}, as the distances require",
                                    validation.total));
}

void run(const BcOptions& options, const Cluster& cluster, const RunOptions& run,
         ResultFormat format) {
  const std::optional<RankDevice> device =
      open_device(cluster, run, options.device, options.tuning, options.seed());
  const SharedGraph shared = load(cluster, options.graph, partition_of(options, run), run);
  Progress progress(cluster.rank() == 0 ? run.progress() : ProgressBar::kOff);
  DistBetweennessOptions dist;
  if (!options.is_adaptive()) dist = dist_options(options, cluster, shared, run, progress);
  BcOutcomeOnRanks outcome;
  {
    const std::optional<StopOnInterrupt> stop =
        options.checkpoint.empty() ? std::nullopt : std::make_optional<StopOnInterrupt>();
    outcome = options.is_adaptive() ? estimate(options, shared, run, device, progress)
                                    : compute(options, cluster, shared, dist, device);
  }
  BetweennessValidation validation;
  if (options.validate) {
    validation = validate_betweenness(shared.graph, outcome.result, dist);
    outcome.passed = validation.passed();
  }
  progress.clear();
  if (!options.run.output.empty() && validation.passed()) {
    write_result(cluster, shared.input, outcome.result, options.run.output, format);
  }
  const std::vector<TopScore> top = top_scores(options, cluster, shared, outcome.result);
  if (run.json) report_json(options, cluster, run, shared, outcome, top);
  if (!run.quiet && !run.json) report_summary(options, cluster, run, shared, outcome, top);
  if (options.validate) require_valid_scores(validation, run);
}

void require_fitting(const BcOptions& options) {
  check(options);
  for (const NamedFile& file : {NamedFile{"--sources", options.sources_file},
                                NamedFile{"--targets", options.targets_file}}) {
    if (!is_stream(file.path)) continue;
    throw UsageError(
        fmt::format("{} must be a file, because each rank reads it: save {} to a file first",
                    file.option, file.path));
  }
  if (options.is_adaptive() &&
      (options.share == "partitioned" || options.tuning.has("batch-size"))) {
    throw UsageError(
        "--epsilon needs the whole graph on every rank: leave --share and --tune batch-size out");
  }
}

}  // namespace

void run_on_ranks(const BcOptions& options) {
  const ResultFormat format = result_format(options.run, ResultTables::kWithoutLdbc);
  static_cast<void>(partition_of(options, options.run));
  require_fitting(options);
  if (options.is_on_device()) static_cast<void>(device_betweenness_options(options));
  run_job(options.run, Devices::kAny, [&](const Cluster& cluster, const RunOptions& mine) {
    BcOptions agreed = options;
    // Rank 0 reads the checkpoint.
    const bool is_lacking = cluster.rank() == 0 && lacks_checkpoint(options);
    agreed.begins_anew = cluster.maximum(is_lacking ? 1 : 0) > 0;
    run(agreed, cluster, mine, format);
  });
}

}  // namespace strider::cli

// strider bc on ranks.
#include <fmt/format.h>

#include "bc_verb.hpp"
#include "interrupt.hpp"
#include "ranks/job.hpp"
#include "ranks/picture.hpp"
#include "strider/dist_bc.hpp"

namespace strider::cli {
namespace {

/// Collective.
DistBetweennessOptions exact_options(const BcVerb& verb, const Cluster& cluster,
                                     const SharedGraph& shared, Progress& progress) {
  DistBetweennessOptions exact;
  exact.share = verb.share;
  exact.tuning = verb.tuning.bc_on_ranks;
  if (verb.weighted) exact.lengths = PathLengths::kWeights;
  if (!is_on_device(verb.place)) {
    exact.method = betweenness_method_from_name(verb.algorithm.name).value();
  }
  exact.of = verb.exact.of;
  exact.scale = verb.exact.scale;
  exact.endpoints = verb.exact.endpoints;
  exact.precision = verb.exact.precision;
  if (!verb.sources_file.empty()) {
    exact.sources = read_vertices(cluster, shared.input, verb.sources_file);
  }
  if (!verb.targets_file.empty()) {
    exact.targets = read_vertices(cluster, shared.input, verb.targets_file);
  }
  exact.samples = verb.drawn_samples(shared.graph.num_vertices());
  exact.seed = verb.seed();
  exact.run = run_of(verb, progress);
  return exact;
}

/// Collective.
DistBetweennessResult estimate_scores(const BcVerb& verb, const SharedGraph& shared,
                                      const std::optional<RankDevice>& device, BcOutcome& outcome,
                                      Progress& progress) {
  const EstimateOptions adaptive = estimate_options(verb, progress);
  outcome.estimate = device ? estimate_betweenness(shared.graph, device->device, adaptive,
                                                   device_betweenness_options(verb))
                            : estimate_betweenness(shared.graph, adaptive);
  DistBetweennessResult result = scatter_scores(shared.graph, outcome.estimate->scores.span());
  outcome.estimate->scores = {};
  return result;
}

/// Collective.
DistBetweennessResult exact_scores(const BcVerb& verb, const Cluster& cluster,
                                   const SharedGraph& shared, const DistBetweennessOptions& exact,
                                   const std::optional<RankDevice>& device) {
  DistBetweennessResult result;
  naming_file(cluster, verb.graph.path, [&] {
    result =
        device ? betweenness(shared.graph, device->device, exact, device_betweenness_options(verb))
               : betweenness(shared.graph, exact);
  });
  return result;
}

/// Collective.
std::vector<TopScore> top_scores(const BcVerb& verb, const Cluster& cluster,
                                 const SharedGraph& shared, const DistBetweennessResult& result) {
  std::vector<GlobalVertex> ends;
  std::vector<TopScore> top;
  if (verb.of_edges()) {
    for (const auto& [u, v, score] : highest_edges(cluster, result, verb.num_shown())) {
      ends.insert(ends.end(), {u, v});
      top.push_back({"", "", score});
    }
  } else {
    for (const auto& [vertex, score] : highest_vertices(cluster, result, verb.num_shown())) {
      ends.push_back(vertex);
      top.push_back({"", "", score});
    }
  }
  const std::vector<std::string> labels = shared.input.labels_of(cluster, ends);
  auto label = labels.begin();
  for (TopScore& entry : top) {
    entry.u = *label++;
    if (verb.of_edges()) entry.v = *label++;
  }
  return top;
}

void run(const Cluster& cluster, const BcVerb& verb) {
  const std::optional<RankDevice> device = open_device(cluster, verb);
  const SharedGraph shared = load(cluster, verb, Sought::kBetweenness);
  Progress progress(cluster.rank() == 0 ? verb.run.progress() : ProgressBar::kOff);
  DistBetweennessOptions exact;
  if (!verb.is_adaptive()) exact = exact_options(verb, cluster, shared, progress);
  BcOutcome outcome;
  if (device) outcome.device_name = device->name;
  DistBetweennessResult result;
  {
    const std::optional<StopOnInterrupt> stop =
        verb.checkpoint.path.empty() ? std::nullopt : std::make_optional<StopOnInterrupt>();
    result = verb.is_adaptive() ? estimate_scores(verb, shared, device, outcome, progress)
                                : exact_scores(verb, cluster, shared, exact, device);
  }
  outcome.num_sources = result.num_sources();
  outcome.edges_traversed = result.edges_traversed();
  outcome.prepare_s = result.prepare_seconds();
  outcome.seconds = outcome.estimate ? outcome.estimate->seconds : result.seconds();
  outcome.share = bc_share_name(result.share());
  outcome.batch_size = result.batch_size();
  outcome.traffic = result.traffic();
  if (verb.validate) outcome.take_verdict(validate_betweenness(shared.graph, result, exact));
  progress.clear();
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_result(cluster, shared.input, result, verb.run.output, verb.format);
  }
  outcome.top = top_scores(verb, cluster, shared, result);
  SharedPicture picture(cluster, verb.run, shared);
  picture.add_values("score",
                     {{result.scores().size(), [&](std::size_t v) { return result.scores()[v]; }},
                      [&](std::size_t v) { return result.vertex(v); }});
  outcome.picture = picture.take();
  report_on_all_ranks(cluster, verb, shared, outcome);
}

void require_fitting(const BcVerb& verb) {
  require_file_of_all_ranks({"--sources", &verb.sources_file});
  require_file_of_all_ranks({"--targets", &verb.targets_file});
  if (verb.is_adaptive() &&
      (verb.share == BcShare::kPartitioned || verb.tuning.has("batch-size"))) {
    throw UsageError(
        "--epsilon needs the whole graph on every rank: leave --share and --tune batch-size out");
  }
}

}  // namespace

void run_on_ranks(const BcVerb& verb) {
  static_cast<void>(partition_options(verb, Sought::kBetweenness));
  require_fitting(verb);
  run_job(verb, [](const Cluster& cluster, const BcVerb& mine) {
    BcVerb same = mine;
    // Rank 0 reads the checkpoint.
    const bool begins_anew = cluster.rank() == 0 && mine.begins_anew;
    same.begins_anew = cluster.maximum(begins_anew ? 1 : 0) > 0;
    run(cluster, same);
  });
}

}  // namespace strider::cli

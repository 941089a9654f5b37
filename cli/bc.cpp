// strider bc: betweenness centrality of vertices or edges.
#include <algorithm>
#include <cmath>
#include <memory>
#include <variant>
#include <vector>

#include "bc_verb.hpp"
#include "interrupt.hpp"
#include "labels.hpp"
#include "load.hpp"
#include "names.hpp"
#include "option_table.hpp"
#include "page/picture.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

BetweennessOptions exact_options(const BcVerb& verb, const Graph& graph, Progress& progress) {
  BetweennessOptions exact = verb.exact;
  if (verb.place == Place::kHost) {
    exact.method = betweenness_method_from_name(verb.algorithm.name).value();
  }
  if (!verb.sources_file.empty()) exact.sources = read_vertices(graph, verb.sources_file);
  if (!verb.targets_file.empty()) exact.targets = read_vertices(graph, verb.targets_file);
  exact.samples = verb.drawn_samples(graph.num_vertices());
  exact.seed = verb.seed();
  exact.run = run_of(verb, progress);
  return exact;
}

BetweennessResult estimate_scores(const BcVerb& verb, const Graph& graph, BcOutcome& outcome,
                                  Progress& progress) {
  const EstimateOptions adaptive = estimate_options(verb, progress);
  const auto estimate = [&] {
    if constexpr (kHasDevices) {
      if (is_on_device(verb.place)) {
        return estimate_on_device(verb, graph, adaptive, outcome.device_name);
      }
    }
    return estimate_betweenness(graph, adaptive);
  };
  outcome.estimate = estimate();
  BetweennessResult result;
  result.scores = std::move(outcome.estimate->scores);
  result.seconds = outcome.estimate->seconds;
  return result;
}

BetweennessResult exact_scores(const BcVerb& verb, const AnyGraph& graph,
                               const BetweennessOptions& exact, BcOutcome& outcome) {
  const auto run = [&](const auto& typed) {
    if constexpr (kHasDevices) {
      if (is_on_device(verb.place)) {
        return betweenness_on_device(verb, typed, exact, outcome.device_name);
      }
    }
    return betweenness(typed, exact);
  };
  try {
    // Without weights each edge has length 1: paths by hops.
    return verb.weighted ? std::visit(run, graph) : run(topology(graph));
  } catch (const WeightError& error) {
    throw InputError(verb.graph.path, 0, error.what());
  }
}

std::vector<TopScore> top_scores(const BcVerb& verb, const BetweennessResult& result,
                                 const Labels& labels) {
  std::vector<TopScore> top;
  for (const auto& [place, score] : highest_scores(result.scores.span(), verb.num_shown())) {
    if (verb.of_edges()) {
      const Edge& edge = result.edges[place];
      top.push_back({labels.label(edge.source), labels.label(edge.target), score});
    } else {
      top.push_back({labels.label(static_cast<Vertex>(place)), "", score});
    }
  }
  return top;
}

void write(const BcVerb& verb, const Graph& graph, const BetweennessResult& result) {
  if (verb.of_edges()) {
    write_edge_scores(graph.labels(), graph.num_vertices(), result.edges.span(),
                      result.scores.span(), verb.run.output, verb.format, verb.run.threads);
  } else {
    write_vertex_values<double>(graph.labels(), "score", result.scores.span(), verb.run.output,
                                verb.format, verb.run.threads);
  }
}

void run_here(const BcVerb& verb) {
  Progress progress(verb.run.progress());
  const LoadedGraph loaded = load(verb, progress);
  const Graph& graph = topology(loaded.graph);
  const BetweennessOptions exact =
      verb.is_adaptive() ? BetweennessOptions{} : exact_options(verb, graph, progress);
  BcOutcome outcome;
  BetweennessResult result;
  {
    // While there is something to write down; at any other time a signal ends the process.
    const std::optional<StopOnInterrupt> stop =
        verb.checkpoint.path.empty() ? std::nullopt : std::make_optional<StopOnInterrupt>();
    result = verb.is_adaptive() ? estimate_scores(verb, graph, outcome, progress)
                                : exact_scores(verb, loaded.graph, exact, outcome);
  }
  outcome.num_sources = result.num_sources;
  outcome.edges_traversed = result.edges_traversed;
  outcome.prepare_s = result.prepare_seconds;
  outcome.seconds = result.seconds;
  if (verb.validate) {
    progress.stage("validating");
    outcome.take_verdict(validate_betweenness(graph, result.scores.span(), exact));
  }
  progress.clear();
  if (!verb.run.output.empty() && outcome.verdict.passed()) write(verb, graph, result);
  outcome.top = top_scores(verb, result, graph.labels());
  if (!verb.run.page.empty()) {
    outcome.picture = picture_of(graph);
    if (!verb.of_edges()) {
      const std::span<const double> scores = result.scores.span();
      add_values(outcome.picture, "score",
                 {scores.size(), [&](std::size_t v) { return scores[v]; }});
    }
  }
  report(verb, graph_facts(verb.graph, loaded), outcome);
}

void run(BcVerb& verb) {
  check(verb);
  verb.begins_anew = lacks_checkpoint(verb);
  // One process of a launcher counts as ranks where it keeps a checkpoint, from which a run on any
  // number of ranks shall continue; those of samples are the same everywhere.
  run_at_place(verb, run_here, !verb.checkpoint.path.empty() && !verb.is_adaptive());
}

void add_search_options(OptionTable& table, BcVerb& verb) {
  add_algorithm_option(table, verb);
  table.add(
      kSearchGroup,
      {{"--weighted", flag(verb.weighted), "Measure paths by weight, not by hops"},
       {"--edges", flag(verb.exact.of, BetweennessOf::kEdges),
        "Scores of edges instead of vertices"},
       {"--normalized", flag(verb.exact.scale, BetweennessScale::kNormalized),
        "Divide by the number of pairs"},
       {"--sources FILE", input_file(verb.sources_file),
        "Only these sources: one label per line; - is stdin"},
       {"--targets FILE",
        input_file(verb.targets_file),
        "Only paths to these targets: a file of labels; undirected: each ordered pair counts half",
        {.needs = {"--sources"}}},
       {"--samples",
        number(verb.samples, at_least_one<std::uint64_t>),
        "Use N random sources and scale to all vertices",
        {.excludes = {"--sources"}}},
       {"--epsilon",
        number(verb.epsilon),
        "Sample until normalized scores err by at most X",
        {.excludes = {"--sources", "--samples"}}},
       {"--top", number(verb.top, at_least_one<std::uint32_t>),
        fmt::format("Number of highest scores to show (default: {}); --epsilon stops when their "
                    "order is certain",
                    kTopScores)}});
}

void add_rare_options(OptionTable& table, BcVerb& verb) {
  table.add(
      kRareGroup,
      {{"--endpoints", flag(verb.exact.endpoints, BetweennessEndpoints::kIncluded),
        "Count a path for its endpoints, too"},
       {"--precision NAME",
        choice(verb.exact.precision, {{"double", BetweennessPrecision::kDouble},
                                      {"single", BetweennessPrecision::kSingle}}),
        "double, or single: faster on large graphs, relative error of a score up to 1e-5 "
        "(default: {})"},
       {"--delta",
        number(verb.delta),
        fmt::format("With --epsilon: the probability that any score errs by more (default: {})",
                    EstimateOptions{}.delta),
        {.needs = {"--epsilon"}}},
       {"--checkpoint FILE", output_file(verb.checkpoint.path),
        "Save the progress of the run in FILE"},
       {"--checkpoint-interval",
        number(verb.checkpoint.interval_seconds, seconds),
        "Seconds between two checkpoints (default: {})",
        {.needs = {"--checkpoint"}}},
       {"--resume", flag(verb.checkpoint.start, CheckpointOptions::Start::kResume),
        "Continue the run that wrote the checkpoint, if there is one"}});
}

}  // namespace

void add_bc(CLI::App& program) {
  auto verb = std::make_shared<BcVerb>("bc");
  verb->default_seed = 1;
  verb->tables = ResultTables::kWithoutLdbc;
  Methods& methods = verb->algorithm.all;
  methods.host = methods.ranks = joined_names(all_betweenness_methods(), betweenness_method_name);
  if constexpr (kHasDevices) {
    methods.device = methods.ranks_on_devices =
        joined_names(all_device_betweenness_methods(), device_betweenness_method_name);
  }
  OptionTable table(
      program, "bc",
      "Betweenness centrality: how many shortest paths lead through each vertex or edge");
  add_graph_options(table, verb->graph, verb->ranks);
  // A loop or a parallel edge changes no score.
  table.move(kRareGroup, {"--keep-self-loops", "--keep-duplicates"});
  add_ownership_options(table, verb->ranks);
  table.add(kRanksGroup,
            {{"--share",
              choice(verb->share, {{"auto", BcShare::kAuto},
                                   {"replicated", BcShare::kReplicated},
                                   {"partitioned", BcShare::kPartitioned}}),
              "replicated: every rank has the graph and some of the sources; partitioned: every "
              "rank has a part of the graph (default: {}, by memory)"}});
  add_search_options(table, *verb);
  add_validate_option(table, *verb, "Check exact scores by hops; exit status 4 if wrong");
  add_rare_options(table, *verb);
  add_device_memory(table, verb->device);
  add_tuning_option(table, *verb);
  add_result_option(table, *verb, "vertex score or u v score");
  add_page_options(table, verb->run);
  table.move(kRareGroup, {"--targets"});
  add_run_options(table, verb->run);
  table.footer(
      "Example:\n  strider bc roads.gr.gz --samples 256 -o scores.tsv\n"
      "  strider bc web.el --checkpoint web.bc -o scores.tsv\n"
      "  strider bc web.el --samples 4096 --device cuda -o scores.tsv\n"
      "  mpirun -n 4 strider bc web.el -o scores.tsv\n"
      "  mpirun -n 4 strider bc web.el --epsilon 0.001 --device cuda -o scores.tsv");
  table.on_run([verb] { run(*verb); });
}

}  // namespace strider::cli

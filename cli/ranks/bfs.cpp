// strider bfs on ranks.
#include <fmt/format.h>

#include "bfs_table.hpp"
#include "bfs_verb.hpp"
#include "errors.hpp"
#include "ranks/job.hpp"
#include "ranks/verbs.hpp"
#include "rules.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

struct Search {
  std::string source;
  std::uint64_t reached;
  Level levels;
  double seconds;
  double teps;
};

struct Outcome {
  std::vector<Search> searches;
  DistBfsResult last;
  std::vector<BfsLevelTrace> trace;
  std::optional<bool> passed;

  [[nodiscard]] std::vector<double> seconds() const {
    std::vector<double> seconds;
    for (const Search& search : searches) seconds.push_back(search.seconds);
    return seconds;
  }
};

Outcome search_all(const BfsVerb& verb, const Cluster& cluster, const RunOptions& run,
                   const SharedGraph& shared) {
  Outcome outcome;
  const std::vector<Source> sources = choose_sources(cluster, verb.trials, shared, verb.seed());
  DistBfsOptions options = bfs_options(verb.graph.distribution, verb.search, run);
  {
    DistBfsSolver solver(shared.graph, options);
    for (const Source& source : sources) {
      solver.run(source.vertex, outcome.last);
      const double seconds = outcome.last.seconds();
      const auto edges = static_cast<double>(outcome.last.num_edges_reached());
      outcome.searches.push_back({source.label, outcome.last.num_reached(),
                                  outcome.last.num_levels(), seconds,
                                  seconds > 0 ? edges / seconds : 0});
    }
  }
  // Watching takes time, so it is done in another search.
  if (!verb.run.quiet || verb.run.json) {
    options.trace = BfsTrace::kLevels;
    const DistBfsResult traced = DistBfsSolver(shared.graph, options).run(sources.back().vertex);
    outcome.trace.assign(traced.trace().begin(), traced.trace().end());
  }
  return outcome;
}

void report_json(const BfsVerb& verb, const Cluster& cluster, const RunOptions& run,
                 const SharedGraph& shared, const Outcome& outcome) {
  const Search& last = outcome.searches.back();
  CommonFacts facts = common_facts("bfs", cluster, verb.graph, shared);
  facts.algorithm = bfs_method_name(verb.search.method);
  facts.seed = verb.seed();
  facts.time_s = median(outcome.seconds());
  Json json = common_json(facts, run);
  json["source"] = label_json(shared.input, last.source);
  json["reached"] = last.reached;
  json["levels"] = last.levels;
  json["teps"] = last.teps;
  json["frontier"] = frontier_json(outcome.trace);
  json["partition"] = partition_json(shared.graph);
  json["traffic"] = traffic_json(outcome.last.traffic());
  add_validation_json(json, outcome.passed);
  if (verb.trials.trials) {
    json["trials"] = Json::array();
    for (const Search& search : outcome.searches) {
      json["trials"].push_back({{"source", label_json(shared.input, search.source)},
                                {"reached", search.reached},
                                {"levels", search.levels},
                                {"time_s", search.seconds},
                                {"teps", search.teps}});
    }
  }
  print_json(json);
}

void report_summary(const BfsVerb& verb, const Cluster& cluster, const RunOptions& run,
                    const SharedGraph& shared, const Outcome& outcome) {
  const Search& last = outcome.searches.back();
  const Summary summary(run);
  print_input(summary, cluster, verb.graph, shared);
  if (verb.trials.trials) {
    summary.line("trials", described_trials(outcome.seconds(), verb.seed()));
  }
  summary.line(
      "search",
      fmt::format("{} from {}: {} reached in {}", bfs_method_name(verb.search.method), last.source,
                  counted(last.reached, "vertex"), counted(last.levels, "level")));
  summary.line("time", fmt::format("{}, {}", duration(last.seconds), rate(last.teps)));
  print_traffic(summary, outcome.last.traffic(), verb.graph.distribution.traffic);
  summary.text(frontier_table(outcome.trace));
}

PartitionOptions partition_of(const BfsVerb& verb, const RunOptions& run) {
  return partition_options(verb.graph.distribution, verb.search, Sought::kLevels, run);
}

void run(const BfsVerb& verb, const Cluster& cluster, const RunOptions& run, ResultFormat format) {
  const SharedGraph shared = load(cluster, verb.graph, partition_of(verb, run), run);
  Outcome outcome = search_all(verb, cluster, run, shared);
  DistValidation<BfsRule> validation;
  if (verb.validate) {
    validation = DistValidator(cluster, shared.input, run.threads).validate(outcome.last);
    outcome.passed = validation.passed();
  }
  if (!verb.run.output.empty() && validation.passed()) {
    write_result(cluster, shared.input, outcome.last, verb.run.output, format);
  }
  if (run.json) report_json(verb, cluster, run, shared, outcome);
  if (!run.quiet && !run.json) report_summary(verb, cluster, run, shared, outcome);
  if (!verb.validate) return;
  if (!validation.passed()) {
    const auto& first = validation.violations.front();
    const std::vector<GlobalVertex> vertices = {first.vertex};
    throw ValidationFailed(violation_message(shared.input.labels_of(cluster, vertices).front(),
                                             rule_name(first.rule),
                                             validation.violations.size() - 1));
  }
  const Summary summary(run);
  summary.text("\n");
  summary.line("valid", "all five rules of the Graph500 specification hold");
}

}  // namespace

void run_on_ranks(const BfsVerb& verb) {
  const ResultFormat format = result_format(verb.run, ResultTables::kAllFormats);
  static_cast<void>(partition_of(verb, verb.run));
  static_cast<void>(bfs_options(verb.graph.distribution, verb.search, verb.run));
  if (verb.layout && *verb.layout != LayoutChoice::kNone) {
    throw UsageError("--prepare: layouts are of one machine");
  }
  run_job(verb.run, [&](const Cluster& cluster, const RunOptions& options) {
    run(verb, cluster, options, format);
  });
}

}  // namespace strider::cli

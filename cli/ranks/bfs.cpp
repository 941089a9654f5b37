// strider bfs on ranks.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "bfs_table.hpp"
#include "bfs_verb.hpp"
#include "files.hpp"
#include "ranks/searches.hpp"
#include "ranks/verbs.hpp"
#include "result_option.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

struct Levels : Outcome<DistBfsResult> {
  std::vector<BfsLevelTrace> trace;
  std::string device_name;  ///< of rank 0; empty on the host
  double parents_s = 0;     ///< finding the smallest parents
};

Levels search_from_all(const BfsVerb& verb, const Cluster& cluster, const RunOptions& run,
                       const SharedGraph& shared, const std::optional<RankDevice>& device) {
  Levels outcome;
  if (device) outcome.device_name = device->name;
  const std::vector<Source> sources = choose_sources(cluster, verb.trials, shared, verb.seed());
  const DistBfsOptions options = bfs_options(verb.graph.distribution, verb.search, run);
  // Watching takes time, so it is done in another search.
  const auto watch = [&] {
    if (verb.run.quiet && !verb.run.json) return;
    DistBfsOptions watching = options;
    watching.trace = BfsTrace::kLevels;
    const DistBfsResult traced =
        bfs_solver(shared.graph, watching, device).run(sources.back().vertex);
    outcome.trace.assign(traced.trace().begin(), traced.trace().end());
  };
  // On a device first: kernels are loaded there when they are first used, which no time shall tell.
  if (device) watch();
  {
    DistBfsSolver solver = bfs_solver(shared.graph, options, device);
    search_all(solver, sources, outcome);
  }
  if (!device) watch();
  return outcome;
}

void take_smallest_parents(const Cluster& cluster, const SharedGraph& shared, int threads,
                           Levels& outcome) {
  cluster.barrier();
  const Stopwatch watch;
  outcome.last.set_parents(smallest_parents(cluster, shared.input, outcome.last, threads));
  cluster.barrier();
  outcome.parents_s = watch.seconds();
}

void report_json(const BfsVerb& verb, const Cluster& cluster, const RunOptions& run,
                 const SharedGraph& shared, const Levels& outcome) {
  CommonFacts facts = common_facts("bfs", cluster, verb.graph, shared);
  facts.algorithm = bfs_method_name(verb.search.method);
  facts.seed = verb.seed();
  Json json = begin_json(std::move(facts), shared, run, outcome);
  json["frontier"] = frontier_json(outcome.trace);
  if (!outcome.device_name.empty()) json["device_name"] = outcome.device_name;
  if (verb.deterministic) json["parents_s"] = outcome.parents_s;
  end_json(std::move(json), shared, verb.trials, outcome);
}

void report_summary(const BfsVerb& verb, const Cluster& cluster, const RunOptions& run,
                    const SharedGraph& shared, const Levels& outcome) {
  const Search& last = outcome.searches.back();
  const Summary summary(run);
  print_input(summary, cluster, verb.graph, shared);
  summary.device(outcome.device_name, verb.seed());
  if (verb.trials.trials) {
    summary.line("trials", described_trials(outcome.seconds(), verb.seed()));
  }
  summary.line(
      "search",
      fmt::format("{} from {}: {} reached in {}", bfs_method_name(verb.search.method), last.source,
                  counted(last.reached, "vertex"), counted(*last.levels, "level")));
  std::string more;
  if (verb.deterministic) more = smallest_parents_note(outcome.parents_s);
  summary.line("time", fmt::format("{}, {}{}", duration(last.seconds), rate(last.teps), more));
  if (last.reached == 1) note_direction(summary, verb.graph, shared.input.facts());
  print_traffic(summary, outcome.last.traffic(), verb.graph.distribution.traffic);
  print_frontier(summary, outcome.trace);
}

PartitionOptions partition_of(const BfsVerb& verb, const RunOptions& run) {
  return partition_options(verb.graph.distribution, verb.search.tuning, Sought::kLevels, run);
}

void run(const BfsVerb& verb, const Cluster& cluster, const RunOptions& run, ResultFormat format) {
  const std::optional<RankDevice> device =
      open_device(cluster, run, verb.search.device, verb.search.tuning, verb.seed());
  const SharedGraph shared = load(cluster, verb.graph, partition_of(verb, run), run);
  Levels outcome = search_from_all(verb, cluster, run, shared, device);
  if (verb.deterministic) take_smallest_parents(cluster, shared, run.threads, outcome);
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
  require_valid(cluster, shared, validation);
  const Summary summary(run);
  summary.text("\n");
  summary.line("valid", "all five rules of the Graph500 specification hold");
}

}  // namespace

void run_on_ranks(const BfsVerb& verb) {
  require_graph_kept(verb.run, verb.graph);
  const ResultFormat format = result_format(verb.run, ResultTables::kAllFormats);
  static_cast<void>(partition_of(verb, verb.run));
  static_cast<void>(bfs_options(verb.graph.distribution, verb.search, verb.run));
  require_options_of_rank_devices(verb.graph.distribution, verb.run);
  if (verb.layout && *verb.layout != LayoutChoice::kNone) {
    throw UsageError("--prepare: searches on ranks do not use layouts: leave it out");
  }
  run_job(verb.run, Devices::kAny, [&](const Cluster& cluster, const RunOptions& options) {
    run(verb, cluster, options, format);
  });
}

}  // namespace strider::cli

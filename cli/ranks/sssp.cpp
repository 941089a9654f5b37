// strider sssp on ranks.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "files.hpp"
#include "ranks/searches.hpp"
#include "ranks/verbs.hpp"
#include "result_option.hpp"
#include "sssp_verb.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

template <class W>
struct Paths : Outcome<DistSsspResult<W>> {
  double delta = 0;
  std::string device_name;  ///< of rank 0; empty on the host
};

template <class W>
Paths<W> search_from_all(const SsspVerb& verb, const Cluster& cluster, const RunOptions& run,
                         const SharedGraph& shared, const std::optional<RankDevice>& device) {
  Paths<W> outcome;
  if (device) outcome.device_name = device->name;
  const std::vector<Source> sources = choose_sources(cluster, verb.trials, shared, verb.seed());
  DistSsspSolver<W> solver =
      sssp_solver<W>(shared.graph, sssp_options(verb.graph.distribution, verb.paths, run), device);
  outcome.delta = solver.delta();
  // Kernels are loaded there when they are first used, which no time shall tell.
  if (device) solver.run(sources.front().vertex, outcome.last);
  search_all(solver, sources, outcome);
  return outcome;
}

template <class W>
void report_json(const SsspVerb& verb, const Cluster& cluster, const RunOptions& run,
                 const SharedGraph& shared, const Paths<W>& outcome) {
  CommonFacts facts = common_facts("sssp", cluster, verb.graph, shared);
  facts.algorithm = sssp_method_name(verb.paths.method);
  facts.seed = verb.seed();
  Json json = begin_json(std::move(facts), shared, run, outcome);
  json["weighted"] = shared.input.facts().weighted;
  json["delta"] = outcome.delta > 0 ? Json(outcome.delta) : Json();
  if (!outcome.device_name.empty()) json["device_name"] = outcome.device_name;
  end_json(std::move(json), shared, verb.trials, outcome);
}

template <class W>
void report_summary(const SsspVerb& verb, const Cluster& cluster, const RunOptions& run,
                    const SharedGraph& shared, const Paths<W>& outcome) {
  const Search& last = outcome.searches.back();
  const Summary summary(run);
  print_input(summary, cluster, verb.graph, shared);
  summary.device(outcome.device_name, verb.seed());
  if (!shared.input.facts().weighted) {
    summary.line("weights", "none in the file, so every edge has weight 1");
  }
  if (verb.trials.trials) {
    summary.line("trials", described_trials(outcome.seconds(), verb.seed()));
  }
  summary.line("search", fmt::format("{} from {}: {} reached; delta {:.6g}",
                                     sssp_method_name(verb.paths.method), last.source,
                                     counted(last.reached, "vertex"), outcome.delta));
  summary.line("time",
               fmt::format("{}, {}, parents included", duration(last.seconds), rate(last.teps)));
  if (last.reached == 1) note_direction(summary, verb.graph, shared.input.facts());
  print_traffic(summary, outcome.last.traffic(), verb.graph.distribution.traffic);
}

template <class W>
void run(const SsspVerb& verb, const Cluster& cluster, const RunOptions& run,
         const SharedGraph& shared, const std::optional<RankDevice>& device, ResultFormat format) {
  Paths<W> outcome;
  naming_file(cluster, verb.graph.path,
              [&] { outcome = search_from_all<W>(verb, cluster, run, shared, device); });
  DistValidation<SsspRule> validation;
  if (verb.validate) {
    validation = DistValidator(cluster, shared.input, run.threads)
                     .validate(outcome.last,
                               {.self_loops = verb.graph.self_loops(), .threads = run.threads});
    outcome.passed = validation.passed();
  }
  if (!verb.run.output.empty() && validation.passed()) {
    write_result(cluster, shared.input, outcome.last, verb.run.output, format);
  }
  if (run.json) report_json(verb, cluster, run, shared, outcome);
  if (!run.quiet && !run.json) report_summary(verb, cluster, run, shared, outcome);
  if (!verb.validate) return;
  require_valid(cluster, shared, validation);
  Summary(run).line("valid",
                    "all five rules of the Graph500 specification hold: distances are shortest");
}

PartitionOptions partition_of(const SsspVerb& verb, const RunOptions& run) {
  return partition_options(verb.graph.distribution, {}, Sought::kPaths, run);
}

void run(const SsspVerb& verb, const Cluster& cluster, const RunOptions& options,
         ResultFormat format) {
  const std::optional<RankDevice> device =
      open_device(cluster, options, verb.device, verb.paths.tuning, verb.seed());
  const SharedGraph shared = load(cluster, verb.graph, partition_of(verb, options), options);
  visit_weight_type(shared.input, [&]<class W>(W /*of the type*/) {
    run<W>(verb, cluster, options, shared, device, format);
  });
}

}  // namespace

void run_on_ranks(const SsspVerb& verb) {
  require_graph_kept(verb.run, verb.graph);
  const ResultFormat format = result_format(verb.run, ResultTables::kAllFormats);
  static_cast<void>(partition_of(verb, verb.run));
  static_cast<void>(sssp_options(verb.graph.distribution, verb.paths, verb.run));
  require_options_of_rank_devices(verb.graph.distribution, verb.run);
  if (verb.paths.layout == SsspLayout::kAuto) {
    throw UsageError("--prepare: searches on ranks do not use layouts: leave it out");
  }
  if (verb.target)
    throw UnavailableError("--target: runs on ranks do not print paths: leave it out");
  if (verb.cutoff)
    throw UnavailableError("--cutoff: runs on ranks do not support a cutoff: leave it out");
  run_job(verb.run, Devices::kAny, [&](const Cluster& cluster, const RunOptions& options) {
    run(verb, cluster, options, format);
  });
}

}  // namespace strider::cli

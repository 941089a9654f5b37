// strider bfs on ranks.
#include "bfs_verb.hpp"
#include "ranks/job.hpp"
#include "stopwatch.hpp"

namespace strider::cli {
namespace {

DistBfsSolver bfs_solver(const BfsVerb& verb, const DistGraph& graph, BfsTrace trace,
                         const std::optional<RankDevice>& device) {
  DistBfsOptions options = bfs_options(verb);
  options.trace = trace;
  if (!device) return DistBfsSolver(graph, options);
  return {graph, device->device, options, device_bfs_options(verb)};
}

/// Returns this rank's part of the tree of the last source.
DistBfsResult search_from_all(const BfsVerb& verb, const Cluster& cluster,
                              const SharedGraph& shared, const std::optional<RankDevice>& device,
                              BfsOutcome& outcome) {
  const std::vector<Source> sources = choose_sources(cluster, verb.trials, shared, verb.seed());
  const auto watch = [&] {
    if (!verb.records_frontier) return;
    const DistBfsResult traced =
        bfs_solver(verb, shared.graph, BfsTrace::kLevels, device).run(sources.back().vertex);
    outcome.trace.assign(traced.trace().begin(), traced.trace().end());
  };
  // On a device first: kernels are loaded there when they are first used, which no time shall tell.
  if (device) watch();
  DistBfsResult last;
  {
    DistBfsSolver solver = bfs_solver(verb, shared.graph, BfsTrace::kOff, device);
    search_all(solver, sources, outcome, last);
  }
  if (!device) watch();
  return last;
}

void take_smallest_parents(const Cluster& cluster, const SharedGraph& shared, int threads,
                           DistBfsResult& tree, BfsOutcome& outcome) {
  cluster.barrier();
  const Stopwatch watch;
  tree.set_parents(smallest_parents(cluster, shared.input, tree, threads));
  cluster.barrier();
  outcome.parents_s = watch.seconds();
}

void run(const Cluster& cluster, const BfsVerb& verb) {
  const std::optional<RankDevice> device = open_device(cluster, verb);
  const SharedGraph shared = load(cluster, verb, Sought::kLevels);
  BfsOutcome outcome;
  if (device) outcome.device_name = device->name;
  DistBfsResult tree = search_from_all(verb, cluster, shared, device, outcome);
  if (verb.deterministic) {
    take_smallest_parents(cluster, shared, verb.run.threads, tree, outcome);
  }
  if (verb.validate) {
    const DistValidator validator(cluster, shared.input, verb.run.threads);
    outcome.verdict = verdict_on(cluster, shared.input, validator.validate(tree));
  }
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_result(cluster, shared.input, tree, verb.run.output, verb.format);
  }
  report(verb, graph_facts(cluster, verb.graph, shared), outcome);
}

}  // namespace

void run_on_ranks(const BfsVerb& verb) {
  static_cast<void>(partition_options(verb, Sought::kLevels));
  run_job(verb, run);
}

}  // namespace strider::cli

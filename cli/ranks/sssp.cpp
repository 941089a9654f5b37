// strider sssp on ranks.
#include <fmt/format.h>

#include "ranks/job.hpp"
#include "ranks/picture.hpp"
#include "sssp_verb.hpp"

namespace strider::cli {
namespace {

template <class W>
DistSsspSolver<W> sssp_solver(const SsspVerb& verb, const DistGraph& graph,
                              std::optional<GlobalVertex> target,
                              const std::optional<RankDevice>& device) {
  DistSsspOptions options = sssp_options(verb, verb.delta);
  options.cutoff = verb.cutoff.value_or(options.cutoff);
  options.target = target;
  if (!device) return DistSsspSolver<W>(graph, options);
  return {graph, device->device, options};
}

/// Returns this rank's part of the tree of the last source.
template <class W>
DistSsspResult<W> search_from_all(const SsspVerb& verb, const Cluster& cluster,
                                  const SharedGraph& shared, std::optional<GlobalVertex> target,
                                  const std::optional<RankDevice>& device, SsspOutcome& outcome) {
  const std::vector<Source> sources = choose_sources(cluster, verb.trials, shared, verb.seed());
  DistSsspSolver<W> solver = sssp_solver<W>(verb, shared.graph, target, device);
  outcome.delta = solver.delta();
  DistSsspResult<W> last;
  // Kernels are loaded there when they are first used, which no time shall tell.
  if (device) solver.run(sources.front().vertex, last);
  search_all(solver, sources, outcome, last);
  return last;
}

template <class W>
void run(const SsspVerb& verb, const Cluster& cluster, const SharedGraph& shared,
         const std::optional<RankDevice>& device) {
  SsspOutcome outcome;
  if (device) outcome.device_name = device->name;
  std::optional<GlobalVertex> target;
  if (verb.target) target = vertex_of_label(cluster, shared.input, *verb.target);
  DistSsspResult<W> tree;
  naming_file(cluster, verb.graph.path,
              [&] { tree = search_from_all<W>(verb, cluster, shared, target, device, outcome); });
  if (target) {
    outcome.target = path_to_target(*verb.target, tree.distance_of(*target),
                                    shared.input.labels_of(cluster, tree.path_to(*target)));
  }
  if (verb.validate) {
    const DistValidator validator(cluster, shared.input, verb.run.threads);
    const auto validation = validator.validate(tree, {.cutoff = reach(verb, outcome),
                                                      .self_loops = verb.graph.self_loops(),
                                                      .threads = verb.run.threads});
    outcome.verdict = verdict_on(cluster, shared.input, validation);
  }
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_result(cluster, shared.input, tree, verb.run.output, verb.format);
  }
  SharedPicture picture(cluster, verb.run, shared);
  const auto vertex_of = [&](std::size_t v) { return tree.vertex(v); };
  const auto distance_of = [&](std::size_t v) {
    return reached_number(tree.distances()[v], kInfiniteDistance<W>);
  };
  picture.add_values("distance", {{tree.num_owned(), distance_of}, vertex_of});
  picture.mark_tree(vertex_of, tree.parents());
  outcome.picture = picture.take();
  report_on_all_ranks(cluster, verb, shared, outcome);
}

void run(const Cluster& cluster, const SsspVerb& verb) {
  const std::optional<RankDevice> device = open_device(cluster, verb);
  const SharedGraph shared = load(cluster, verb, Sought::kPaths);
  visit_weight_type(shared.input,
                    [&]<class W>(W /*of the type*/) { run<W>(verb, cluster, shared, device); });
}

}  // namespace

void run_on_ranks(const SsspVerb& verb) {
  static_cast<void>(partition_options(verb, Sought::kPaths));
  run_job(verb, run);
}

}  // namespace strider::cli

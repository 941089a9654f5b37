// strider bfs: levels and parents from a source.
#include "strider/bfs.hpp"

#include <memory>
#include <span>
#include <vector>

#include "bfs_verb.hpp"
#include "load.hpp"
#include "names.hpp"
#include "option_table.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

BfsPlace bfs_place(const BfsVerb& verb, const PreparedGraph& graph) {
  if constexpr (kHasDevices) {
    if (is_on_device(verb.place)) return bfs_place_on_device(verb, graph);
  }
  const BfsOptions options = {.method = bfs_method_from_name(verb.algorithm.name).value(),
                              .threads = verb.run.threads,
                              .tuning = verb.tuning.bfs};
  return {[graph, options](BfsTrace trace) {
    BfsOptions traced = options;
    traced.trace = trace;
    return BfsSolver(graph, traced);
  }};
}

/// Leaves no workspace behind. What has been found stands where there is no memory to watch.
void trace_search(const BfsPlace& place, Vertex source, BfsOutcome& outcome) {
  try {
    BfsSolver solver = place.solver(BfsTrace::kLevels);
    const BfsResult result = solver.run(source);
    outcome.trace.assign(result.trace().begin(), result.trace().end());
  } catch (const MemoryError& error) {
    outcome.untraced = error.what();
  }
}

/// Returns the tree of the last source.
BfsResult search_all(const BfsVerb& verb, const PreparedGraph& graph, BfsOutcome& outcome,
                     Progress& progress) {
  const std::vector<Vertex> sources = choose_sources(verb.trials, graph.graph(), verb.seed());
  const BfsPlace place = bfs_place(verb, graph);
  outcome.device_name = place.device_name;
  // On a device first: kernels are loaded there when they are first used, which no time shall tell.
  const bool on_device = is_on_device(verb.place);
  if (verb.records_frontier && on_device) trace_search(place, sources.back(), outcome);
  BfsResult last;
  {
    BfsSolver solver = place.solver(BfsTrace::kOff);
    for (const Vertex source : sources) {
      const Stopwatch watch;
      solver.run(source, last);
      const double seconds = watch.seconds();
      outcome.searches.push_back(
          search_figures(graph.graph().labels().label(source), last, seconds));
      progress.step("searching", static_cast<double>(outcome.searches.size()) /
                                     static_cast<double>(sources.size()));
    }
  }
  progress.clear();
  const Stopwatch watch;
  static_cast<void>(last.parents());
  outcome.translate_s = watch.seconds();
  return last;
}

void run_here(const BfsVerb& verb) {
  Progress progress(verb.run.progress());
  const LoadedGraph loaded = load(verb, progress);
  const Graph& graph = topology(loaded.graph);
  BfsOutcome outcome;
  const PreparedGraph prepared =
      prepared_graph(loaded, verb.layout, verb.run, progress, outcome.prepare_s);
  outcome.layout = prepared.layout();
  const BfsResult tree = search_all(verb, prepared, outcome, progress);
  Array<Vertex> smallest;
  if (verb.deterministic) {
    const Stopwatch watch;
    smallest = smallest_parents(graph, tree, verb.run.threads);
    outcome.parents_s = watch.seconds();
  }
  if (verb.records_frontier && !is_on_device(verb.place)) {
    trace_search(bfs_place(verb, prepared), tree.source(), outcome);
  }
  const std::span<const Vertex> parents = verb.deterministic ? smallest.span() : tree.parents();
  if (verb.validate) {
    progress.stage("validating");
    const BfsValidation validation =
        validate_bfs(graph, tree.source(), parents, tree.levels(), verb.run.threads);
    outcome.verdict = {true, fault_of(validation, graph.labels(), graph.num_vertices())};
    progress.clear();
  }
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_bfs_result(graph.labels(), parents, tree.levels(), verb.run.output, verb.format,
                     verb.run.threads);
  }
  report(verb, graph_facts(verb.graph, loaded), outcome);
}

}  // namespace

void add_bfs(CLI::App& program) {
  auto verb = std::make_shared<BfsVerb>("bfs");
  verb->default_seed = 1;
  verb->tables = ResultTables::kAllFormats;
  Methods& methods = verb->algorithm.all;
  methods.host = joined_names(all_bfs_methods(), bfs_method_name);
  methods.ranks = methods.ranks_on_devices = "auto, top-down, direction-optimizing";
  if constexpr (kHasDevices) {
    methods.device = joined_names(all_device_bfs_methods(), device_bfs_method_name);
  }
  OptionTable table(program, "bfs", "Breadth-first search: levels and parents");
  add_graph_options(table, verb->graph, verb->ranks);
  add_ranks_options(table, verb->ranks);
  add_trial_options(table, verb->trials);
  add_algorithm_option(table, *verb, {Place::kDevice});
  add_device_options(table, verb->device);
  add_tuning_option(table, *verb);
  table.add(kSearchGroup,
            {{"--deterministic", flag(verb->deterministic),
              "Of several parents take the first vertex, whatever method, threads and device"}});
  add_prepare_option(table, verb->layout, "the layout stored in GRAPH, else none",
                     {.refusals = {no_layout_on_ranks(), no_locality_on_device()}});
  add_result_option(table, *verb, "vertex level parent");
  add_validate_option(table, *verb, "Check the result; exit status 4 if it is wrong");
  add_run_options(table, verb->run);
  table.footer("Example:\n  strider bfs roads.gr.gz --source 1 --validate -o levels.tsv");
  table.on_run([verb] {
    verb->records_frontier = !verb->run.quiet || verb->run.json;
    run_at_place(*verb, run_here);
  });
}

}  // namespace strider::cli

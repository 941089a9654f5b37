// strider sssp: distances and parents from a source.
#include "strider/sssp.hpp"

#include <limits>
#include <memory>
#include <vector>

#include "load.hpp"
#include "names.hpp"
#include "option_table.hpp"
#include "page/picture.hpp"
#include "sssp_verb.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

template <class W>
PathPlace<W> path_place(const SsspVerb& verb, const WeightedGraph<W>& graph,
                        const SsspOptions& search) {
  if constexpr (kHasDevices) {
    if (is_on_device(verb.place)) return path_place_on_device(verb, graph, search);
  }
  return {SsspSolver<W>(graph, search)};
}

template <class W>
Search timed_search(SsspSolver<W>& solver, Vertex source, const SsspVerb& verb,
                    const Labels& labels, SsspResult<W>& result) {
  const Stopwatch watch;
  solver.run(source, result);
  const double found = watch.seconds();
  static_cast<void>(result.distances());
  const double fetched = watch.seconds();
  static_cast<void>(result.parents());
  const double with_parents = watch.seconds();
  // What the host has left to do is a part of the search.
  const double seconds = is_on_device(verb.place) ? found : fetched;
  Search search = search_figures(labels.label(source), result, seconds);
  search.fetch_s = fetched - seconds;
  search.parents_s = with_parents - fetched;
  return search;
}

SsspOptions search_options(const SsspVerb& verb, std::optional<Vertex> target,
                           std::uint64_t num_searches) {
  return {.method = sssp_method_from_name(verb.algorithm.name).value_or(SsspMethod::kAuto),
          .threads = verb.run.threads,
          .delta = verb.delta,
          .cutoff = verb.cutoff.value_or(std::numeric_limits<double>::infinity()),
          .target = target,
          .preparing = verb.preparing.value_or(Preparing::kWhenItPays),
          .num_searches = num_searches};
}

/// Why a layout that was asked for was not made.
std::string unused_layout(const SsspVerb& verb, const Graph& graph) {
  if (verb.algorithm.name != "auto") return "--algorithm names a method other than auto";
  if (verb.target) return "with --target";
  if (verb.cutoff) return "with --cutoff";
  if (graph.is_directed()) return "the graph is directed";
  return "it would not save time on this graph";
}

/// Returns the tree of the last source.
template <class W>
SsspResult<W> search_all(const SsspVerb& verb, const WeightedGraph<W>& graph,
                         std::optional<Vertex> target, SsspOutcome& outcome, Progress& progress) {
  const Graph& topology = graph.topology();
  const Labels& labels = topology.labels();
  const std::vector<Vertex> sources = choose_sources(verb.trials, topology, verb.seed());
  progress.stage("preparing");
  const Stopwatch watch;
  auto [solver, device_name] =
      path_place(verb, graph, search_options(verb, target, sources.size()));
  outcome.device_name = device_name;
  SsspResult<W> last;
  // Kernels are loaded there when they are first used, which no time shall tell.
  if (is_on_device(verb.place)) {
    static_cast<void>(timed_search(solver, sources.front(), verb, labels, last));
  }
  outcome.prepare_s = watch.seconds();
  outcome.delta = solver.delta();
  outcome.layout = solver.layout();
  if (verb.preparing == Preparing::kAtOnce && outcome.layout == SsspLayout::kNone) {
    outcome.unused_layout = unused_layout(verb, topology);
  }
  for (const Vertex source : sources) {
    outcome.searches.push_back(timed_search(solver, source, verb, labels, last));
    progress.step("searching", static_cast<double>(outcome.searches.size()) /
                                   static_cast<double>(sources.size()));
  }
  progress.clear();
  return last;
}

template <class W>
PathToTarget path_to(const SsspResult<W>& tree, Vertex target, const Labels& labels) {
  std::vector<std::string> path;
  for (const Vertex v : tree.path_to(target)) path.push_back(labels.label(v));
  return path_to_target(labels.label(target), tree.distances()[target], std::move(path));
}

template <class W>
void run_on(const SsspVerb& verb, const LoadedGraph& loaded, const WeightedGraph<W>& graph,
            Progress& progress) {
  const Labels& labels = graph.topology().labels();
  SsspOutcome outcome;
  std::optional<Vertex> target;
  if (verb.target) target = vertex_of_label(graph.topology(), *verb.target);
  const SsspResult<W> tree = search_all(verb, graph, target, outcome, progress);
  if (target) outcome.target = path_to(tree, *target, labels);
  if (verb.validate) {
    progress.stage("validating");
    const SsspValidation validation =
        validate_sssp(graph, tree.source(), tree.parents(), tree.distances(),
                      {.cutoff = reach(verb, outcome),
                       .self_loops = verb.graph.self_loops(),
                       .threads = verb.run.threads});
    outcome.verdict = {true, fault_of(validation, labels, graph.topology().num_vertices())};
    progress.clear();
  }
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_sssp_result<W>(labels, tree.parents(), tree.distances(), verb.run.output, verb.format,
                         verb.run.threads);
  }
  if (!verb.run.page.empty()) {
    outcome.picture = picture_of(graph.topology());
    const auto distances = tree.distances();
    add_values(outcome.picture, "distance",
               {distances.size(),
                [&](std::size_t v) { return reached_number(distances[v], kInfiniteDistance<W>); }});
    mark_tree(outcome.picture, tree.parents());
  }
  report(verb, graph_facts(verb.graph, loaded), outcome);
}

void run_here(const SsspVerb& verb) {
  Progress progress(verb.run.progress());
  const LoadedGraph loaded = load(verb, progress, ReadLayouts::kByWeight);
  visit_weighted(verb, loaded, [&](const auto& graph) { run_on(verb, loaded, graph, progress); });
}

}  // namespace

void add_delta_option(OptionTable& table, double& delta) {
  table.add(kTuningGroup,
            {{"--delta", number(delta),
              "Width of a bucket of delta-stepping and auto; on devices, step of the bound of "
              "near-far and auto (default: chosen from weights and degrees)"}});
}

void add_sssp(CLI::App& program) {
  auto verb = std::make_shared<SsspVerb>("sssp");
  verb->default_seed = 1;
  verb->tables = ResultTables::kAllFormats;
  Methods& methods = verb->algorithm.all;
  methods.host = joined_names(all_sssp_methods(), sssp_method_name);
  methods.ranks = methods.ranks_on_devices = "auto, delta-stepping";
  if constexpr (kHasDevices) {
    methods.device = joined_names(all_device_sssp_methods(), device_sssp_method_name);
  }
  const Refusal no_layout_on_device = {
      .places = {Place::kDevice},
      .why = ": shortest paths on a device do not use a layout: leave it out",
      .but = "none"};
  OptionTable table(program, "sssp", "Shortest paths: distances and parents");
  add_graph_options(table, verb->graph, verb->ranks);
  add_ranks_options(table, verb->ranks);
  add_trial_options(table, verb->trials);
  table.add(kSearchGroup,
            {{"-t,--target LABEL", text(verb->target),
              "Print the path to this vertex, and search no farther"},
             {"--cutoff", number(verb->cutoff), "Leave vertices beyond this distance unreached"}});
  add_algorithm_option(table, *verb, {Place::kDevice});
  add_delta_option(table, verb->delta);
  table.add(kSearchGroup,
            {{"--prepare,--layout NAME",
              choice(verb->preparing, {{"auto", Preparing::kAtOnce}, {"none", Preparing::kNever}}),
              "Order the graph by weight, to speed up many searches: auto, none (default: auto if "
              "--trials asks for so many that it pays, else none)",
              {.refusals = {no_layout_on_ranks(), no_layout_on_device}}}});
  add_device_options(table, verb->device);
  add_tuning_option(table, *verb);
  add_result_option(table, *verb, "vertex distance parent");
  add_validate_option(table, *verb, "Check the result; exit status 4 if it is wrong");
  add_page_options(table, verb->run);
  // Neither changes a distance.
  table.move(kRareGroup, {"--keep-self-loops", "--keep-duplicates"});
  add_run_options(table, verb->run);
  table.footer(
      "Example:\n  strider sssp roads.gr.gz --source 1 --target 1000 --validate\n"
      "  strider sssp web.wel --source 0 --device cuda\n"
      "  mpirun -n 4 strider sssp roads.gr --source 1 --device cuda --undirected");
  table.on_run([verb] { run_at_place(*verb, run_here); });
}

}  // namespace strider::cli

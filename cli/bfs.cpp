// strider bfs: levels and parents from a source.
#include "strider/bfs.hpp"

#include <memory>
#include <span>
#include <vector>

#include "bfs_verb.hpp"
#include "load.hpp"
#include "names.hpp"
#include "option_table.hpp"
#include "page/picture.hpp"
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

/// The sources of each search.
std::vector<std::vector<Vertex>> choose_queries(const BfsVerb& verb, const Graph& graph) {
  if (!verb.sources_file.empty()) return {read_vertices(graph, verb.sources_file)};
  std::vector<std::vector<Vertex>> queries;
  for (const Vertex source : choose_sources(verb.trials, graph, verb.seed())) {
    queries.push_back({source});
  }
  return queries;
}

BfsQuery query_of(const BfsVerb& verb, std::span<const Vertex> sources) {
  return {.sources = sources, .depth = verb.depth.value_or(kUnreached), .output = verb.output};
}

/// On a device, where to trace takes time. Leaves no workspace behind. What has been found stands
/// where there is no memory to watch.
void trace_search(const BfsPlace& place, const BfsVerb& verb, std::span<const Vertex> sources,
                  BfsOutcome& outcome) {
  try {
    BfsSolver solver = place.solver(BfsTrace::kLevels);
    const BfsResult result = solver.run(query_of(verb, sources));
    outcome.trace.assign(result.trace().begin(), result.trace().end());
  } catch (const MemoryError& error) {
    outcome.untraced = error.what();
  }
}

/// Returns the tree of the last search.
BfsResult search_all(const BfsVerb& verb, const PreparedGraph& graph, BfsOutcome& outcome,
                     Progress& progress) {
  const std::vector<std::vector<Vertex>> queries = choose_queries(verb, graph.graph());
  const BfsPlace place = bfs_place(verb, graph);
  outcome.device_name = place.device_name;
  // On a device first: kernels are loaded there when they are first used, which no time shall tell.
  const bool on_device = is_on_device(verb.place);
  if (verb.records_frontier && on_device) trace_search(place, verb, queries.back(), outcome);
  BfsResult last;
  {
    // On the host, what a level takes is noted, and what it has is counted after the search.
    BfsSolver solver =
        place.solver(verb.records_frontier && !on_device ? BfsTrace::kLevels : BfsTrace::kOff);
    for (const std::vector<Vertex>& sources : queries) {
      const Stopwatch watch;
      solver.run(query_of(verb, sources), last);
      const double seconds = watch.seconds();
      outcome.searches.push_back(
          search_figures(graph.graph().labels().label(sources.front()), last, seconds));
      if (!verb.sources_file.empty()) outcome.searches.back().sources = last.query().sources.size();
      progress.step("searching", static_cast<double>(outcome.searches.size()) /
                                     static_cast<double>(queries.size()));
    }
  }
  progress.clear();
  const Stopwatch watch;
  static_cast<void>(last.levels());
  outcome.translate_s = watch.seconds();
  if (!on_device) outcome.trace.assign(last.trace().begin(), last.trace().end());
  return last;
}

/// Whether nothing says which layout to search, and so many searches follow that one pays.
bool layout_pays(const BfsVerb& verb, const LoadedGraph& loaded) {
  const bool is_open = !verb.layout && !loaded.prepared && !is_on_device(verb.place) &&
                       !verb.depth && verb.algorithm.name == bfs_method_name(BfsMethod::kAuto);
  return is_open && bfs_layout_pays(static_cast<std::uint64_t>(verb.trials.trials.value_or(1)));
}

/// The graph with the layout to search; `seconds` becomes what preparing took.
PreparedGraph prepared_for(const BfsVerb& verb, const LoadedGraph& loaded, Progress& progress,
                           double& seconds) {
  if (layout_pays(verb, loaded)) {
    try {
      return prepared_graph(loaded, LayoutChoice::kByGraph, verb.run, progress, seconds);
    } catch (const MemoryError&) {
      // It was not asked for: the graph is searched as it is.
    }
  }
  return prepared_graph(loaded, verb.layout, verb.run, progress, seconds);
}

Picture picture_of(const Graph& graph, const BfsResult& tree, std::span<const Vertex> parents) {
  Picture picture = strider::cli::picture_of(graph);
  const auto levels = tree.levels();
  add_values(picture, "level", {levels.size(), [&](std::size_t v) {
                                  return reached_number(levels[static_cast<Vertex>(v)], kUnreached);
                                }});
  mark_tree(picture, parents);
  return picture;
}

void run_here(const BfsVerb& verb) {
  Progress progress(verb.run.progress());
  const LoadedGraph loaded = load(verb, progress, ReadLayouts::kBreadthFirst);
  if (verb.target) {
    find_path(verb, loaded, progress);
    return;
  }
  if (verb.each) {
    find_distances(verb, loaded, progress);
    return;
  }
  const Graph& graph = topology(loaded.graph);
  BfsOutcome outcome;
  const PreparedGraph prepared = prepared_for(verb, loaded, progress, outcome.prepare_s);
  outcome.layout = prepared.layout();
  const BfsResult tree = search_all(verb, prepared, outcome, progress);
  Array<Vertex> smallest;
  if (verb.deterministic) {
    const Stopwatch watch;
    smallest = smallest_parents(graph, tree, verb.run.threads);
    outcome.parents_s = watch.seconds();
  }
  const std::span<const Vertex> parents = verb.deterministic ? smallest.span() : tree.parents();
  if (verb.validate) {
    progress.stage("validating");
    // Levels are right where they are those of a tree.
    Array<Vertex> implied;
    if (parents.empty()) implied = smallest_parents(graph, tree, verb.run.threads);
    const BfsValidation validation =
        validate_bfs(graph, tree.query(), parents.empty() ? implied.span() : parents, tree.levels(),
                     verb.run.threads);
    outcome.verdict = {true, fault_of(validation, graph.labels(), graph.num_vertices())};
    progress.clear();
  }
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_bfs_result(graph.labels(), parents, tree.levels(), verb.run.output, verb.format,
                     verb.run.threads);
  }
  if (!verb.run.page.empty()) outcome.picture = picture_of(graph, tree, parents);
  report(verb, graph_facts(verb.graph, loaded), outcome);
}

void check(const BfsVerb& verb) {
  if (verb.target && verb.run.device == "host" && verb.algorithm.name != "auto") {
    throw UsageError(
        "--target searches from both ends by a method of its own: leave --algorithm out");
  }
  if (verb.each && verb.algorithm.name != "auto") {
    throw UsageError("--each searches by a method of its own: leave --algorithm out");
  }
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
  table.add(kSearchGroup,
            {{"--depth", number(verb->depth), "Leave vertices at a greater distance unreached"}});
  add_algorithm_option(table, *verb, {Place::kDevice});
  add_device_options(table, verb->device);
  add_tuning_option(table, *verb);
  table.add(kRareGroup,
            {{"--sources FILE",
              input_file(verb->sources_file),
              "Search from all of these at once: one label per line; - is stdin",
              {.excludes = {"--source", "--trials"}}},
             {"--deterministic", flag(verb->deterministic),
              "Of several parents take the first vertex, whatever method, threads and device"},
             {"--levels-only",
              flag(verb->output, BfsOutput::kLevels),
              "Find levels without parents: columns vertex and level",
              {.excludes = {"--deterministic"}}}});
  add_prepare_option(
      table, verb->layout,
      "the layout stored in GRAPH, else auto if --trials asks for so many searches that "
      "it pays, else none",
      {.refusals = {no_layout_on_ranks(), no_locality_on_device()}});
  add_result_option(table, *verb, "vertex level parent");
  table.add(kSearchGroup, {{"-t,--target LABEL",
                            text(verb->target),
                            "Find one shortest path from --source to this vertex",
                            {.excludes = {"--sources", "--trials", "--depth", "--deterministic",
                                          "--levels-only", "--output"},
                             .needs = {"--source"}}}});
  table.add(kRareGroup,
            {{"--each",
              flag(verb->each),
              "Search from each of --sources by itself: a row for each source and vertex",
              {.excludes = {"--depth", "--deterministic", "--levels-only", "--prepare", "--target"},
               .needs = {"--sources"},
               .scheme = PartitionScheme::k1d,
               .refusals = {
                   {.places = {Place::kRanksOnDevices}, .why = " works on the hosts of ranks"}}}}});
  add_validate_option(table, *verb, "Check the result; exit status 4 if it is wrong");
  add_page_options(table, verb->run);
  // Neither changes a level.
  table.move(kRareGroup, {"--keep-self-loops", "--keep-duplicates"});
  add_run_options(table, verb->run);
  table.footer(
      "Example:\n  strider bfs roads.gr.gz --source 1 --validate -o levels.tsv\n"
      "  strider bfs roads.gr.gz --source 1 --target 4");
  table.on_run([verb] {
    check(*verb);
    verb->records_frontier = !verb->run.quiet || verb->run.wants_json();
    run_at_place(*verb, run_here);
  });
}

}  // namespace strider::cli

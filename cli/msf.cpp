// strider msf: a minimum or maximum spanning forest.
#include "strider/msf.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "load.hpp"
#include "msf_verb.hpp"
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

template <class W>
MsfResult<W> find_forest(const MsfVerb& verb, const WeightedGraph<W>& graph, MsfOutcome& outcome) {
  if constexpr (kHasDevices) {
    if (is_on_device(verb.place)) return forest_on_device(verb, graph, outcome);
  }
  const Stopwatch watch;
  MsfResult<W> forest = msf(graph, {.method = msf_method_from_name(verb.algorithm.name).value(),
                                    .objective = verb.objective,
                                    .threads = verb.run.threads});
  outcome.seconds = watch.seconds();
  return forest;
}

template <class W>
void run_on(const MsfVerb& verb, const LoadedGraph& loaded, const WeightedGraph<W>& graph,
            Progress& progress) {
  const Labels& labels = graph.topology().labels();
  const Vertex num_vertices = graph.topology().num_vertices();
  MsfOutcome outcome;
  progress.stage("finding the forest");
  const MsfResult<W> forest = find_forest(verb, graph, outcome);
  progress.clear();
  outcome.describe(forest);
  if (verb.validate) {
    progress.stage("validating");
    const MsfValidation<W> validation =
        validate_msf(graph, forest.edges(), verb.objective, verb.run.threads);
    outcome.verdict = {true, fault_of(validation, labels, num_vertices)};
    progress.clear();
  }
  if (!verb.run.output.empty() && outcome.verdict.passed()) {
    write_msf_result(labels, num_vertices, forest.edges(), verb.run.output, verb.format,
                     verb.run.threads);
  }
  if (!verb.run.page.empty()) {
    outcome.picture = picture_of(graph.topology());
    mark_listed(outcome.picture, "of the forest", forest.edges(), Directedness::kUndirected);
  }
  report(verb, graph_facts(verb.graph, loaded), outcome);
}

void run_here(const MsfVerb& verb) {
  Progress progress(verb.run.progress());
  const LoadedGraph loaded = load(verb, progress);
  require_undirected(topology(loaded.graph).directedness(), loaded.facts, verb.graph.path);
  visit_weighted(verb, loaded, [&](const auto& graph) { run_on(verb, loaded, graph, progress); });
}

void run(MsfVerb& verb) {
  if (verb.objective == MsfObjective::kMaximum) verb.graph.stays = Duplicates::kKeepHeaviest;
  // A forest has nothing random but the schedule of an emulated device.
  if (verb.run.device != "host") verb.default_seed = SimtOptions{}.seed;
  run_at_place(verb, run_here);
}

}  // namespace

void require_undirected(Directedness directedness, const InputFacts& facts, const std::string& path,
                        std::string_view what_needs) {
  if (directedness == Directedness::kUndirected) return;
  throw UsageError(
      fmt::format("{}: the graph is directed ({}), but {} an undirected graph: --undirected makes "
                  "every edge lead both ways",
                  path, facts.directedness_reason, what_needs));
}

void add_msf(CLI::App& program) {
  auto verb = std::make_shared<MsfVerb>("msf");
  verb->tables = ResultTables::kWithoutLdbc;
  verb->graph.plain_edge_list = Directedness::kUndirected;
  Methods& methods = verb->algorithm.all;
  methods.host = joined_names(all_msf_methods(), msf_method_name);
  methods.ranks = "auto, ghs";
  if constexpr (kHasDevices) {
    methods.device = joined_names(all_device_msf_methods(), device_msf_method_name);
  }
  OptionTable table(program, "msf", "Minimum (maximum) spanning forest");
  add_graph_options(table, verb->graph, verb->ranks);
  add_ownership_options(table, verb->ranks);
  table.add(kSearchGroup, {{"--maximum", flag(verb->objective, MsfObjective::kMaximum),
                            "Find the heaviest forest instead of the lightest"}});
  add_algorithm_option(table, *verb, {Place::kRanks, Place::kDevice});
  add_result_option(table, *verb, "u v weight");
  add_validate_option(table, *verb, "Check the result; exit status 4 if it is wrong");
  add_page_options(table, verb->run);
  add_run_options(table, verb->run);
  table.add(
      kRanksGroup,
      {{"--ghs-chains",
        choice(verb->chains, {{"none", GhsChains::kNone},
                              {"messages", GhsChains::kMessages},
                              {"wired", GhsChains::kWired}}),
        "With --algorithm ghs: measure the longest chain of messages, counting all of them or "
        "those to another rank (default: none)"}});
  add_device_memory(table, verb->device);
  add_tuning_option(table, *verb);
  table.footer(
      "Example:\n  strider msf roads.gr.gz --undirected --validate -o forest.tsv\n"
      "  strider msf roads.gr.gz --undirected --device cuda");
  table.on_run([verb] { run(*verb); });
}

}  // namespace strider::cli

// strider bfs: levels and parents from a source.
#include "strider/bfs.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "bfs_table.hpp"
#include "bfs_verb.hpp"
#include "devices/place.hpp"
#include "errors.hpp"
#include "help.hpp"
#include "load.hpp"
#include "options.hpp"
#include "ranks/verbs.hpp"
#include "report.hpp"
#include "result_option.hpp"
#include "rules.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "trials.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

/// One search with its figures.
struct TimedBfs {
  Vertex source;
  Vertex reached;
  Level levels;
  double seconds;
  double teps;
};

TimedBfs timed_search(BfsSolver& solver, Vertex source, BfsResult& result) {
  const Stopwatch watch;
  solver.run(source, result);
  const double seconds = watch.seconds();
  const auto edges = static_cast<double>(result.num_edges_reached());
  return {source, result.num_reached(), result.num_levels(), seconds,
          seconds > 0 ? edges / seconds : 0};
}

/// Everything there is to report.
struct BfsOutcome {
  std::vector<TimedBfs> searches;
  BfsResult last;                    ///< of the last source
  std::vector<BfsLevelTrace> trace;  ///< of another search from it: watching takes time
  std::string untraced;              ///< why there is none
  std::optional<bool> passed;        ///< of a validation
  double prepare_s = 0;
  double translate_s = 0;
  Array<Vertex> smallest_parents;  ///< with --deterministic
  double parents_s = 0;            ///< that finding them took
  Layout layout = Layout::kNone;
  std::string device_name;  ///< empty on the host

  [[nodiscard]] std::span<const Vertex> parents() const {
    return smallest_parents.empty() ? last.parents() : smallest_parents.span();
  }
  [[nodiscard]] std::vector<double> seconds() const {
    std::vector<double> seconds;
    for (const TimedBfs& search : searches) seconds.push_back(search.seconds);
    return seconds;
  }
};

/// Leaves no workspace behind. What has been found stands where there is no memory to watch.
void trace_search(const SearchPlace& place, Vertex source, BfsOutcome& outcome) {
  try {
    BfsSolver solver = place.solver(BfsTrace::kLevels);
    const BfsResult result = solver.run(source);
    outcome.trace.assign(result.trace().begin(), result.trace().end());
  } catch (const MemoryError& error) {
    outcome.untraced = error.what();
  }
}

BfsOutcome search_all(const BfsVerb& options, const LoadedGraph& loaded, Progress& progress) {
  BfsOutcome outcome;
  const PreparedGraph graph =
      prepared_graph(loaded, options.layout, options.run, progress, outcome.prepare_s);
  outcome.layout = graph.layout();
  const std::vector<Vertex> sources = choose_sources(options.trials, graph.graph(), options.seed());
  const std::unique_ptr<SearchPlace> place =
      search_place(graph, options.search, options.run, options.seed());
  outcome.device_name = place->device_name();
  const bool wants_trace = !options.run.quiet || options.run.json;
  const bool on_device = !outcome.device_name.empty();
  // On a device first: kernels are loaded there when they are first used, which no time shall tell.
  if (wants_trace && on_device) trace_search(*place, sources.back(), outcome);
  {
    BfsSolver solver = place->solver(BfsTrace::kOff);
    for (const Vertex source : sources) {
      outcome.searches.push_back(timed_search(solver, source, outcome.last));
      progress.step("searching", static_cast<double>(outcome.searches.size()) /
                                     static_cast<double>(sources.size()));
    }
  }
  progress.clear();
  const Stopwatch watch;
  static_cast<void>(outcome.last.parents());
  outcome.translate_s = watch.seconds();
  if (options.deterministic) {
    const Stopwatch deriving;
    outcome.smallest_parents = smallest_parents(graph.graph(), outcome.last, options.run.threads);
    outcome.parents_s = deriving.seconds();
  }
  if (wants_trace && !on_device) trace_search(*place, sources.back(), outcome);
  return outcome;
}

Json search_json(const Graph& graph, const TimedBfs& search) {
  return {{"source", label_json(graph.labels(), search.source)},
          {"reached", search.reached},
          {"levels", search.levels},
          {"time_s", search.seconds},
          {"teps", search.teps}};
}

void report_json(const BfsVerb& options, const LoadedGraph& loaded, const BfsOutcome& outcome) {
  const Graph& graph = topology(loaded.graph);
  const TimedBfs& last = outcome.searches.back();
  CommonFacts facts = common_facts("bfs", options.graph, loaded);
  facts.algorithm = options.search.algorithm;
  facts.seed = options.seed();
  facts.time_s = median(outcome.seconds());
  Json json = common_json(facts, options.run);
  json["source"] = label_json(graph.labels(), last.source);
  json["reached"] = last.reached;
  json["levels"] = last.levels;
  json["teps"] = last.teps;
  json["frontier"] = frontier_json(outcome.trace);
  if (!outcome.device_name.empty()) json["device_name"] = outcome.device_name;
  json["layout"] = layout_name(outcome.layout);
  json["prepare_s"] = outcome.prepare_s;
  json["translate_s"] = outcome.translate_s;
  if (options.deterministic) json["parents_s"] = outcome.parents_s;
  add_validation_json(json, outcome.passed);
  if (options.trials.trials) {
    json["trials"] = Json::array();
    for (const TimedBfs& search : outcome.searches) {
      json["trials"].push_back(search_json(graph, search));
    }
  }
  print_json(json);
}

void report_summary(const BfsVerb& options, const LoadedGraph& loaded, const BfsOutcome& outcome) {
  const Graph& graph = topology(loaded.graph);
  const TimedBfs& last = outcome.searches.back();
  const Summary summary(options.run);
  summary.input(options.graph, loaded);
  summary.device(outcome.device_name, options.seed());
  if (outcome.layout != Layout::kNone) {
    summary.line("layout", fmt::format("{}, {}", layout_name(outcome.layout),
                                       options.layout ? "prepared in " + duration(outcome.prepare_s)
                                                      : "from the container"));
  }
  if (options.trials.trials) {
    summary.line("trials", described_trials(outcome.seconds(), options.seed()));
  }
  summary.line("search",
               fmt::format("{} from {}: {} reached in {}", options.search.algorithm,
                           graph.labels().label(last.source), counted(last.reached, "vertex"),
                           counted(last.levels, "level")));
  std::string translation;
  if (!outcome.device_name.empty()) {
    translation = fmt::format("; {} more to fetch the result", duration(outcome.translate_s));
  } else if (outcome.layout != Layout::kNone) {
    translation = fmt::format("; {} more to restore the vertex order of the graph",
                              duration(outcome.translate_s));
  }
  if (options.deterministic) translation += smallest_parents_note(outcome.parents_s);
  summary.line("time",
               fmt::format("{}, {}{}", duration(last.seconds), rate(last.teps), translation));
  if (last.reached == 1) note_direction(summary, options.graph, loaded.facts);
  if (outcome.untraced.empty()) {
    print_frontier(summary, outcome.trace);
  } else {
    summary.line("levels", "not recorded: " + outcome.untraced);
  }
}

void run(BfsVerb& options) {
  choose_method(options.search, options.run, options.graph.distribution);
  const bool on_ranks = runs_on_ranks(options.graph.distribution);
  require_keys_in_use(options.search.tuning,
                      {{"bfs", place_of(options.run, on_ranks), options.search.algorithm}});
  if (on_ranks) {
    run_on_ranks(options);
    return;
  }
  begin(options.run, options.graph, Devices::kAny);
  require_layout_of_place(options.layout, options.run);
  const ResultFormat format = result_format(options.run, ResultTables::kAllFormats);
  Progress progress(options.run.progress());
  const LoadedGraph loaded =
      load(options.graph, options.run, progress, verification_to_validate(options.validate));
  BfsOutcome outcome = search_all(options, loaded, progress);
  const Graph& graph = topology(loaded.graph);
  const BfsResult& tree = outcome.last;

  BfsValidation validation;
  if (options.validate) {
    progress.stage("validating");
    validation =
        validate_bfs(graph, tree.source(), outcome.parents(), tree.levels(), options.run.threads);
    outcome.passed = validation.passed();
    progress.clear();
  }
  if (!options.run.output.empty() && validation.passed()) {
    write_bfs_result(graph.labels(), outcome.parents(), tree.levels(), options.run.output, format,
                     options.run.threads);
  }
  if (options.run.json) {
    report_json(options, loaded, outcome);
  } else {
    report_summary(options, loaded, outcome);
  }
  if (options.validate) {
    require_passed(validation, graph.labels(), graph.num_vertices());
    const Summary summary(options.run);
    summary.text("\n");
    summary.line("valid", "all five rules of the Graph500 specification hold");
  }
}

}  // namespace

void add_bfs(CLI::App& program) {
  auto options = std::make_shared<BfsVerb>();
  CLI::App* verb = program.add_subcommand("bfs", "Breadth-first search: levels and parents");
  add_graph_options(*verb, options->graph);
  add_distribution_options(*verb, options->graph.distribution);
  add_trial_options(*verb, options->trials);
  add_search_options(*verb, options->search);
  verb->add_flag("--deterministic", options->deterministic,
                 "Of several parents take the first vertex, whatever method, threads and device")
      ->group(kSearchGroup);
  add_prepare_option(*verb, options->layout, "the layout stored in GRAPH, else none");
  add_result_option(*verb, options->run, "vertex level parent", ResultTables::kAllFormats);
  add_validate_flag(*verb, options->validate, "Check the result; exit status 4 if it is wrong");
  add_run_options(*verb, options->run);
  verb->footer("Example:\n  strider bfs roads.gr.gz --source 1 --validate -o levels.tsv");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli

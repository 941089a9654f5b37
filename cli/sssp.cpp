// strider sssp: distances and parents from a source.
#include "strider/sssp.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "devices/place.hpp"
#include "devices/sssp.hpp"
#include "errors.hpp"
#include "help.hpp"
#include "load.hpp"
#include "options.hpp"
#include "ranks/verbs.hpp"
#include "report.hpp"
#include "result_option.hpp"
#include "rules.hpp"
#include "sssp_verb.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "trials.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

/// One search with its figures.
struct TimedSssp {
  Vertex source;
  Vertex reached;
  double seconds;    ///< until distances stand in the graph's vertices, in the memory of the place
  double fetch_s;    ///< more, until they stand in the host's
  double parents_s;  ///< more, until parents do
  double teps;
};

template <class W>
TimedSssp timed_search(SsspSolver<W>& solver, Vertex source, bool on_device,
                       SsspResult<W>& result) {
  const Stopwatch watch;
  solver.run(source, result);
  const double found = watch.seconds();
  static_cast<void>(result.distances());
  const double fetched = watch.seconds();
  static_cast<void>(result.parents());
  const double with_parents = watch.seconds();
  const auto edges = static_cast<double>(result.num_edges_reached());
  // What the host has left to do is a part of the search.
  const double seconds = on_device ? found : fetched;
  return {source,
          result.num_reached(),
          seconds,
          fetched - seconds,
          with_parents - fetched,
          seconds > 0 ? edges / seconds : 0};
}

/// Everything there is to report, apart from the graph.
template <class W>
struct SsspOutcome {
  std::vector<TimedSssp> searches;
  SsspResult<W> last;          ///< of the last source
  std::optional<bool> passed;  ///< of a validation
  std::optional<Vertex> target;
  double prepare_s = 0;
  double delta = 0;
  SsspLayout layout = SsspLayout::kNone;
  std::string device_name;  ///< empty on the host

  [[nodiscard]] bool on_device() const { return !device_name.empty(); }
  [[nodiscard]] std::vector<double> seconds() const {
    std::vector<double> seconds;
    for (const TimedSssp& search : searches) seconds.push_back(search.seconds);
    return seconds;
  }
  [[nodiscard]] bool reaches_target() const {
    return last.distances()[*target] != kInfiniteDistance<W>;
  }
};

template <class W>
PathPlace<W> path_place(const SsspVerb& options, const WeightedGraph<W>& graph,
                        const SsspOptions& search) {
  if (device_choice(options.run.device).kind == DeviceChoice::Kind::kHost) {
    return {SsspSolver<W>(graph, search), {}};
  }
  return device_path_place(graph, search, options.paths, options.device, options.run,
                           options.seed());
}

template <class W>
SsspOutcome<W> search_all(const SsspVerb& options, const WeightedGraph<W>& graph,
                          Progress& progress) {
  SsspOutcome<W> outcome;
  const std::vector<Vertex> sources =
      choose_sources(options.trials, graph.topology(), options.seed());
  SsspOptions search = options.paths.search(options.run);
  if (options.cutoff) search.cutoff = *options.cutoff;
  if (options.target) {
    outcome.target = vertex_of_label(graph.topology(), *options.target);
    search.target = outcome.target;
  }
  progress.stage("preparing");
  const Stopwatch watch;
  auto [solver, device_name] = path_place(options, graph, search);
  outcome.device_name = device_name;
  // Kernels are loaded there when they are first used, which no time shall tell.
  if (outcome.on_device()) {
    static_cast<void>(timed_search(solver, sources.front(), true, outcome.last));
  }
  outcome.prepare_s = watch.seconds();
  outcome.delta = solver.delta();
  outcome.layout = solver.layout();
  for (const Vertex source : sources) {
    outcome.searches.push_back(timed_search(solver, source, outcome.on_device(), outcome.last));
    progress.step("searching", static_cast<double>(outcome.searches.size()) /
                                   static_cast<double>(sources.size()));
  }
  progress.clear();
  return outcome;
}

template <class W>
Json distance_json(SsspDistance<W> distance) {
  return distance == kInfiniteDistance<W> ? Json() : Json(distance);
}

template <class W>
void report_json(const SsspVerb& options, const LoadedGraph& loaded,
                 const SsspOutcome<W>& outcome) {
  const Labels& labels = topology(loaded.graph).labels();
  const TimedSssp& last = outcome.searches.back();
  CommonFacts facts = common_facts("sssp", options.graph, loaded);
  facts.algorithm = options.paths.algorithm;
  facts.seed = options.seed();
  facts.time_s = median(outcome.seconds());
  Json json = common_json(facts, options.run);
  json["source"] = label_json(labels, last.source);
  json["reached"] = last.reached;
  json["teps"] = last.teps;
  json["weighted"] = loaded.facts.weighted;
  json["delta"] = outcome.delta > 0 ? Json(outcome.delta) : Json();
  json["layout"] = sssp_layout_name(outcome.layout);
  json["prepare_s"] = outcome.prepare_s;
  if (outcome.on_device()) {
    json["device_name"] = outcome.device_name;
    json["fetch_s"] = last.fetch_s;
  }
  json["parents_s"] = last.parents_s;
  add_validation_json(json, outcome.passed);
  if (outcome.target) {
    json["target"] = label_json(labels, *outcome.target);
    json["distance"] = distance_json<W>(outcome.last.distances()[*outcome.target]);
    json["path"] = Json::array();
    for (const Vertex v : outcome.last.path_to(*outcome.target)) {
      json["path"].push_back(label_json(labels, v));
    }
  }
  if (options.trials.trials) {
    json["trials"] = Json::array();
    for (const TimedSssp& search : outcome.searches) {
      json["trials"].push_back({{"source", label_json(labels, search.source)},
                                {"reached", search.reached},
                                {"time_s", search.seconds},
                                {"parents_s", search.parents_s},
                                {"teps", search.teps}});
    }
  }
  print_json(json);
}

template <class W>
std::string described_path(const Labels& labels, const SsspOutcome<W>& outcome) {
  if (!outcome.reaches_target()) {
    return fmt::format("none to {}", labels.label(*outcome.target));
  }
  const std::vector<Vertex> path = outcome.last.path_to(*outcome.target);
  std::string text = fmt::format("length {}, {}:", outcome.last.distances()[*outcome.target],
                                 counted(path.size() - 1, "edge"));
  for (const Vertex v : path) text += fmt::format(" {}", labels.label(v));
  return text;
}

/// Why a layout that was asked for was not made.
std::string unused_layout(const SsspVerb& options, const Graph& graph) {
  if (options.paths.method != SsspMethod::kAuto)
    return "--algorithm names a method other than auto";
  if (options.target) return "with --target";
  if (options.cutoff) return "with --cutoff";
  if (graph.is_directed()) return "the graph is directed";
  return "it would not save time on this graph";
}

template <class W>
void report_summary(const SsspVerb& options, const LoadedGraph& loaded,
                    const SsspOutcome<W>& outcome) {
  const Labels& labels = topology(loaded.graph).labels();
  const TimedSssp& last = outcome.searches.back();
  const Summary summary(options.run);
  summary.input(options.graph, loaded);
  summary.device(outcome.device_name, options.seed());
  summary.weights(loaded.facts);
  summary.line("preparing",
               fmt::format("{}{}{}", duration(outcome.prepare_s),
                           outcome.layout == SsspLayout::kNone ? "" : ", laid out by weight",
                           outcome.delta > 0 ? fmt::format(", delta {:.6g}", outcome.delta) : ""));
  if (options.paths.layout == SsspLayout::kAuto && outcome.layout == SsspLayout::kNone) {
    summary.line("layout", "none: " + unused_layout(options, topology(loaded.graph)));
  }
  if (options.trials.trials) {
    summary.line("trials", described_trials(outcome.seconds(), options.seed()));
  }
  summary.line("search",
               fmt::format("{} from {}: {} reached{}", options.paths.algorithm,
                           labels.label(last.source), counted(last.reached, "vertex"),
                           options.cutoff ? fmt::format(" within {}", *options.cutoff) : ""));
  std::string fetching;
  if (outcome.on_device())
    fetching = fmt::format("{} more to fetch the distances, ", duration(last.fetch_s));
  summary.line("time", fmt::format("{}, {}; {}{} more to find the parents", duration(last.seconds),
                                   rate(last.teps), fetching, duration(last.parents_s)));
  if (outcome.target) summary.line("path", described_path(labels, outcome));
  const bool finds_nothing = last.reached == 1 || (outcome.target && !outcome.reaches_target());
  if (finds_nothing) note_direction(summary, options.graph, loaded.facts);
}

/// How far the search went: what it left out beyond is no fault.
template <class W>
double reach(const SsspVerb& options, const SsspOutcome<W>& outcome) {
  double limit = options.cutoff.value_or(std::numeric_limits<double>::infinity());
  if (outcome.target && outcome.reaches_target()) {
    limit = std::min(limit, static_cast<double>(outcome.last.distances()[*outcome.target]));
  }
  return limit;
}

template <class W>
void run(const SsspVerb& options, const LoadedGraph& loaded, const WeightedGraph<W>& graph,
         ResultFormat format, Progress& progress) {
  SsspOutcome<W> outcome = search_all(options, graph, progress);
  const SsspResult<W>& tree = outcome.last;
  const Labels& labels = graph.topology().labels();
  SsspValidation validation;
  if (options.validate) {
    progress.stage("validating");
    validation = validate_sssp(graph, tree.source(), tree.parents(), tree.distances(),
                               {.cutoff = reach(options, outcome),
                                .self_loops = options.graph.self_loops(),
                                .threads = options.run.threads});
    outcome.passed = validation.passed();
    progress.clear();
  }
  if (!options.run.output.empty() && validation.passed()) {
    write_sssp_result<W>(labels, tree.parents(), tree.distances(), options.run.output, format,
                         options.run.threads);
  }
  options.run.json ? report_json(options, loaded, outcome)
                   : report_summary(options, loaded, outcome);
  if (options.validate) {
    require_passed(validation, labels, graph.topology().num_vertices());
    Summary(options.run)
        .line("valid", "all five rules of the Graph500 specification hold: distances are shortest");
  }
}

void run(SsspVerb& options) {
  choose_method(options.paths, options.device, options.run, options.graph.distribution);
  const bool on_ranks = runs_on_ranks(options.graph.distribution);
  require_keys_in_use(options.paths.tuning,
                      {{"sssp", place_of(options.run, on_ranks), options.paths.algorithm}});
  if (on_ranks) {
    run_on_ranks(options);
    return;
  }
  begin(options.run, options.graph, Devices::kAny);
  const ResultFormat format = result_format(options.run, ResultTables::kAllFormats);
  Progress progress(options.run.progress());
  const LoadedGraph loaded =
      load(options.graph, options.run, progress, verification_to_validate(options.validate));
  try {
    std::visit(
        [&](const auto& graph) {
          if constexpr (std::is_same_v<std::decay_t<decltype(graph)>, Graph>) {
            run(options, loaded, with_unit_weights(graph, options.run.threads), format, progress);
          } else {
            run(options, loaded, graph, format, progress);
          }
        },
        loaded.graph);
  } catch (const WeightError& error) {
    throw InputError(options.graph.path, 0, error.what());
  }
}

}  // namespace

void add_sssp(CLI::App& program) {
  auto options = std::make_shared<SsspVerb>();
  CLI::App* verb = program.add_subcommand("sssp", "Shortest paths: distances and parents");
  add_graph_options(*verb, options->graph);
  add_distribution_options(*verb, options->graph.distribution);
  add_trial_options(*verb, options->trials);
  verb->add_option("-t,--target", options->target,
                   "Print the path to this vertex, and search no farther")
      ->type_name("LABEL")
      ->check(not_empty);
  verb->add_option("--cutoff", options->cutoff, "Leave vertices beyond this distance unreached");
  add_path_options(*verb, options->paths, "none");
  add_device_options(*verb, options->device);
  add_tuning_option(*verb, options->paths.tuning, {"sssp"});
  add_result_option(*verb, options->run, "vertex distance parent", ResultTables::kAllFormats);
  add_validate_flag(*verb, options->validate, "Check the result; exit status 4 if it is wrong");
  add_run_options(*verb, options->run);
  verb->footer(
      "Example:\n  strider sssp roads.gr.gz --source 1 --target 1000 --validate\n"
      "  strider sssp web.wel --source 0 --device cuda\n"
      "  mpirun -n 4 strider sssp roads.gr --source 1 --device cuda --undirected");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli

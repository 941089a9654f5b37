// strider sssp: distances and parents from a source.
#include "strider/sssp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "errors.hpp"
#include "load.hpp"
#include "options.hpp"
#include "report.hpp"
#include "rules.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

constexpr std::uint64_t kSeed = 1;

struct VerbOptions {
  RunOptions run;
  GraphOptions graph;
  PathOptions paths;
  std::optional<std::string> source;
  std::optional<std::string> target;
  std::optional<double> cutoff;
  std::optional<int> trials;
  bool validate = false;

  [[nodiscard]] std::uint64_t seed() const { return run.seed.value_or(kSeed); }
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// One search with its figures.
struct Search {
  Vertex source;
  Vertex reached;
  double seconds;    ///< until distances stand in the graph's vertices
  double parents_s;  ///< more, until parents do
  double teps;
};

template <class W>
Search timed_search(SsspSolver<W>& solver, Vertex source, SsspResult<W>& result) {
  const auto start = std::chrono::steady_clock::now();
  solver.run(source, result);
  static_cast<void>(result.distances());
  const double seconds = seconds_since(start);
  static_cast<void>(result.parents());
  const double with_parents = seconds_since(start);
  const auto edges = static_cast<double>(result.num_edges_reached());
  return {source, result.num_reached(), seconds, with_parents - seconds,
          seconds > 0 ? edges / seconds : 0};
}

/// The source given, or one for each trial at random among the vertices with an edge.
std::vector<Vertex> choose_sources(const VerbOptions& options, const Graph& graph) {
  const auto count = static_cast<std::size_t>(options.trials.value_or(1));
  if (options.source) return std::vector(count, vertex_of_label(graph, *options.source));
  if (!options.trials) {
    throw UsageError("which source? --source LABEL names one, --trials N takes N at random");
  }
  if (graph.num_arcs() == 0) throw UsageError("the graph has no edge to search from");
  std::mt19937_64 random(options.seed());
  std::vector<Vertex> sources;
  while (sources.size() < count) {
    const auto vertex = static_cast<Vertex>(random() % graph.num_vertices());
    if (graph.out().degree(vertex) > 0) sources.push_back(vertex);
  }
  return sources;
}

/// Everything there is to report, apart from the graph.
template <class W>
struct Outcome {
  std::vector<Search> searches;
  SsspResult<W> last;  ///< of the last source
  std::optional<Vertex> target;
  double prepare_s = 0;
  double delta = 0;
  SsspLayout layout = SsspLayout::kNone;

  [[nodiscard]] double median_seconds() const {
    std::vector<double> seconds;
    for (const Search& search : searches) seconds.push_back(search.seconds);
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
  }
  [[nodiscard]] bool reaches_target() const {
    return last.distances()[*target] != kInfiniteDistance<W>;
  }
};

template <class W>
Outcome<W> search_all(const VerbOptions& options, const WeightedGraph<W>& graph,
                      Progress& progress) {
  Outcome<W> outcome;
  const std::vector<Vertex> sources = choose_sources(options, graph.topology());
  SsspOptions search = options.paths.search(options.run);
  if (options.cutoff) search.cutoff = *options.cutoff;
  if (options.target) {
    outcome.target = vertex_of_label(graph.topology(), *options.target);
    search.target = outcome.target;
  }
  progress.stage("preparing");
  const auto start = std::chrono::steady_clock::now();
  SsspSolver<W> solver(graph, search);
  outcome.prepare_s = seconds_since(start);
  outcome.delta = solver.delta();
  outcome.layout = solver.layout();
  for (const Vertex source : sources) {
    outcome.searches.push_back(timed_search(solver, source, outcome.last));
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
void report_json(const VerbOptions& options, const LoadedGraph& loaded, const Outcome<W>& outcome) {
  const Labels& labels = topology(loaded.graph).labels();
  const Search& last = outcome.searches.back();
  CommonFacts facts = common_facts("sssp", options.graph, loaded);
  facts.algorithm = sssp_method_name(options.paths.method);
  facts.seed = options.seed();
  facts.time_s = outcome.median_seconds();
  Json json = common_json(facts, options.run);
  json["source"] = label_json(labels, last.source);
  json["reached"] = last.reached;
  json["teps"] = last.teps;
  json["weighted"] = loaded.facts.weighted;
  json["delta"] = outcome.delta > 0 ? Json(outcome.delta) : Json();
  json["layout"] = sssp_layout_name(outcome.layout);
  json["prepare_s"] = outcome.prepare_s;
  json["parents_s"] = last.parents_s;
  json["validated"] = options.validate;
  if (outcome.target) {
    json["target"] = label_json(labels, *outcome.target);
    json["distance"] = distance_json<W>(outcome.last.distances()[*outcome.target]);
    json["path"] = Json::array();
    for (const Vertex v : outcome.last.path_to(*outcome.target)) {
      json["path"].push_back(label_json(labels, v));
    }
  }
  if (options.trials) {
    json["trials"] = Json::array();
    for (const Search& search : outcome.searches) {
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
std::string described_path(const Labels& labels, const Outcome<W>& outcome) {
  if (!outcome.reaches_target()) {
    return fmt::format("none to {}", labels.label(*outcome.target));
  }
  const std::vector<Vertex> path = outcome.last.path_to(*outcome.target);
  std::string text = fmt::format("length {}, {}:", outcome.last.distances()[*outcome.target],
                                 counted(path.size() - 1, "edge"));
  for (const Vertex v : path) text += " " + labels.label(v);
  return text;
}

template <class W>
void report_summary(const VerbOptions& options, const LoadedGraph& loaded,
                    const Outcome<W>& outcome) {
  const Labels& labels = topology(loaded.graph).labels();
  const Search& last = outcome.searches.back();
  const Summary summary(options.run);
  summary.input(options.graph, loaded);
  if (!loaded.facts.weighted) summary.line("weights", "the file has none: 1 for each edge");
  summary.line("preparing",
               fmt::format("{}{}{}", duration(outcome.prepare_s),
                           outcome.layout == SsspLayout::kNone ? "" : ", laid out by weight",
                           outcome.delta > 0 ? fmt::format(", delta {:.6g}", outcome.delta) : ""));
  if (options.trials) {
    const auto [fastest, slowest] =
        std::minmax_element(outcome.searches.begin(), outcome.searches.end(),
                            [](const Search& a, const Search& b) { return a.seconds < b.seconds; });
    summary.line("trials",
                 fmt::format("{}, seed {}: min {}, median {}, max {}; below the last",
                             outcome.searches.size(), options.seed(), duration(fastest->seconds),
                             duration(outcome.median_seconds()), duration(slowest->seconds)));
  }
  summary.line("search",
               fmt::format("{} from {}: {} reached{}", sssp_method_name(options.paths.method),
                           labels.label(last.source), counted(last.reached, "vertex"),
                           options.cutoff ? fmt::format(" within {}", *options.cutoff) : ""));
  summary.line("time", fmt::format("{}, {}; {} more to find the parents", duration(last.seconds),
                                   rate(last.teps), duration(last.parents_s)));
  if (outcome.target) summary.line("path", described_path(labels, outcome));
}

/// How far the search went: what it left out beyond is no fault.
template <class W>
double reach(const VerbOptions& options, const Outcome<W>& outcome) {
  double limit = options.cutoff.value_or(std::numeric_limits<double>::infinity());
  if (outcome.target && outcome.reaches_target()) {
    limit = std::min(limit, static_cast<double>(outcome.last.distances()[*outcome.target]));
  }
  return limit;
}

template <class W>
void run(const VerbOptions& options, const LoadedGraph& loaded, const WeightedGraph<W>& graph,
         ResultFormat format, Progress& progress) {
  const Outcome<W> outcome = search_all(options, graph, progress);
  const SsspResult<W>& tree = outcome.last;
  const Labels& labels = graph.topology().labels();
  SsspValidation validation;
  if (options.validate) {
    progress.stage("validating");
    validation = validate_sssp(graph, tree.source(), tree.parents(), tree.distances(),
                               {.cutoff = reach(options, outcome), .threads = options.run.threads});
    progress.clear();
  }
  if (!options.run.output.empty() && validation.passed()) {
    write_sssp_result<W>(labels, tree.parents(), tree.distances(), options.run.output, format);
  }
  options.run.json ? report_json(options, loaded, outcome)
                   : report_summary(options, loaded, outcome);
  if (options.validate) {
    require_passed(validation, labels, graph.topology().num_vertices());
    Summary(options.run)
        .line("valid", "all five rules of the Graph500 specification hold: distances are shortest");
  }
}

void run(const VerbOptions& options) {
  begin(options.run, options.graph);
  const auto format = result_format_from_path(options.run.output);
  if (!format) {
    throw UsageError(options.run.output +
                     ": its suffix names no result format; known are .tsv, .npy and .ldbc");
  }
  Progress progress(options.run.progress());
  const LoadedGraph loaded = load(options.graph, options.run, progress);
  try {
    std::visit(
        [&](const auto& graph) {
          if constexpr (std::is_same_v<std::decay_t<decltype(graph)>, Graph>) {
            run(options, loaded, with_unit_weights(graph, options.run.threads), *format, progress);
          } else {
            run(options, loaded, graph, *format, progress);
          }
        },
        loaded.graph);
  } catch (const WeightError& error) {
    throw InputError(options.graph.path, 0, error.what());
  }
}

}  // namespace

void add_sssp(CLI::App& program) {
  auto options = std::make_shared<VerbOptions>();
  CLI::App* verb = program.add_subcommand("sssp", "Shortest paths: distances and parents");
  add_graph_options(*verb, options->graph);
  verb->add_option("-s,--source", options->source, "Label of the source");
  verb->add_option("-t,--target", options->target,
                   "Label of a vertex: print the path to it, and search no farther");
  verb->add_option("--cutoff", options->cutoff, "Leave vertices beyond this distance unreached");
  verb->add_option("--trials", options->trials,
                   "Searches, from random sources unless --source names one")
      ->check(CLI::Range(1, 1'000'000));
  add_path_options(*verb, options->paths, "none");
  add_output_option(*verb, options->run,
                    "The result: .tsv, .npy (records of vertex, distance, parent), .ldbc; - is "
                    "stdout");
  verb->add_flag("--validate", options->validate, "Check the result; exit status 4 if it is wrong");
  add_run_options(*verb, options->run);
  verb->footer("Example:\n  strider sssp roads.gr.gz --source 1 --target 1000 --validate");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli

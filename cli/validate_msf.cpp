// strider validate msf: checks a spanning forest, whoever found it.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <variant>

#include "help.hpp"
#include "load.hpp"
#include "msf_rules.hpp"
#include "options.hpp"
#include "report.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "validation_report.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct ValidateMsfOptions {
  RunOptions run;
  GraphOptions graph;
  std::string result;
  bool maximum = false;
};

template <class W>
void report_json(const ValidateMsfOptions& options, const ListedGraph& graph,
                 const MsfValidation<W>& validation, std::size_t forest_edges, double seconds) {
  Json json = validation_json(options.run, options.graph, graph, options.result, seconds);
  json["weight"] = validation.weight;
  json["forest_edges"] = forest_edges;
  json["trees"] = validation.num_trees;
  json["objective"] = options.maximum ? "maximum" : "minimum";
  json["edges_checked"] = validation.edges_checked;
  json["passed"] = validation.passed();
  json["violations"] = Json::array();
  const auto label = [&](Vertex v) {
    return v < graph.vertices ? label_json(graph.labels, v) : Json();
  };
  for (const MsfViolation& violation : validation.violations) {
    json["violations"].push_back({{"rule", rule_name(violation.rule)},
                                  {"u", label(violation.u)},
                                  {"v", label(violation.v)}});
  }
  print_json(json);
}

template <class W>
void report(const ValidateMsfOptions& options, const ListedGraph& graph,
            const MsfValidation<W>& validation, std::size_t forest_edges, double seconds) {
  if (options.run.json) report_json(options, graph, validation, forest_edges, seconds);
  const Summary summary(options.run);
  summarize(summary, options.graph, graph, ReadWeights::kYes);
  summary.line("result", fmt::format("{}: weight {}, {}", options.result, validation.weight,
                                     counted(forest_edges, "edge")));
  require_passed(validation.violations, graph.labels, graph.vertices);
  summary.line("valid", fmt::format("a {} spanning forest of {}; {} compared in {}",
                                    options.maximum ? "maximum" : "minimum",
                                    counted(validation.num_trees, "tree"),
                                    counted(validation.edges_checked, "edge"), duration(seconds)));
}

/// Checks the result against the edges as they are listed, parallel ones included.
template <class W>
void check(const ValidateMsfOptions& options, const InputEdges& input, Progress& progress) {
  const ListedGraph graph(input);
  progress.stage(fmt::format("reading {}", options.result));
  const Array<MsfEdge<W>> forest = read_msf_result<W>(options.result, graph.labels, graph.vertices);
  progress.stage("validating");
  const Stopwatch watch;
  const auto objective = options.maximum ? MsfObjective::kMaximum : MsfObjective::kMinimum;
  const MsfValidation<W> validation =
      validate_msf<W>(input.list, forest.span(), objective, options.run.threads);
  const double seconds = watch.seconds();
  progress.clear();
  report(options, graph, validation, forest.size(), seconds);
}

void run(const ValidateMsfOptions& options) {
  begin_validation(options.run, options.graph, options.result);
  Progress progress(options.run.progress());
  progress.stage(fmt::format("reading {}", options.graph.path));
  const InputEdges input = read_edges(options.graph.path, options.graph.reading(options.run));
  require_undirected(input.list.directedness, input.facts, options.graph.path);
  if (std::holds_alternative<Array<float>>(input.list.weights)) {
    check<float>(options, input, progress);
  } else if (std::holds_alternative<Array<double>>(input.list.weights)) {
    check<double>(options, input, progress);
  } else {
    check<std::uint32_t>(options, input, progress);
  }
}

}  // namespace

void add_validate_msf(CLI::App& validate) {
  auto options = std::make_shared<ValidateMsfOptions>();
  options->graph.plain_edge_list = Directedness::kUndirected;
  CLI::App* verb = validate.add_subcommand("msf", "Check a spanning forest");
  add_graph_options(*verb, options->graph);
  begin_group(*verb, kSearchGroup);
  add_result_argument(*verb, options->result, "u, v and weight");
  verb->add_flag("--maximum", options->maximum,
                 "Check that the forest is a maximum spanning forest");
  add_run_options(*verb, options->run);
  add_only_algorithm(*verb);
  verb->footer("Example:\n  strider validate msf roads.gr.gz forest.tsv --undirected");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli

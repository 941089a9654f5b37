// strider validate bfs: checks of files of levels and parents.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "help.hpp"
#include "load.hpp"
#include "options.hpp"
#include "report.hpp"
#include "rules.hpp"
#include "stopwatch.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "validation_report.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct ValidateBfsOptions {
  RunOptions run;
  GraphOptions graph;
  std::string result;
  std::optional<std::string> source;
};

Json report_json(const ValidateBfsOptions& options, const ListedGraph& graph, Vertex source,
                 const BfsValidation& validation, double seconds) {
  Json json = validation_json(options.run, options.graph, graph, options.result, seconds);
  json["source"] = label_json(graph.labels, source);
  add_search_findings(json, validation, graph);
  return json;
}

void run(const ValidateBfsOptions& options) {
  begin_validation(options.run, options.graph, options.result);
  Progress progress(options.run.progress());
  progress.stage(fmt::format("reading {}", options.graph.path));
  ReadOptions reading = options.graph.reading(options.run);
  reading.weights = ReadWeights::kNo;
  const InputEdges input = read_edges(options.graph.path, reading);
  const ListedGraph graph(input);
  progress.stage(fmt::format("reading {}", options.result));
  const SubmittedBfs claim = read_bfs_result(options.result, graph.labels, graph.vertices);
  const Vertex source = submitted_source(options.source, claim.source, graph, options.result);

  progress.stage("validating");
  const Stopwatch watch;
  const BfsValidation validation =
      validate_bfs(input.list, source, claim.parents.span(), LevelView(claim.levels.span()),
                   options.run.threads);
  const double seconds = watch.seconds();
  progress.clear();

  if (options.run.json) print_json(report_json(options, graph, source, validation, seconds));
  const Summary summary(options.run);
  summarize(summary, options.graph, graph, ReadWeights::kNo);
  summary.line("result",
               fmt::format("{}: source {}, {} reached{}", options.result,
                           graph.labels.label(source), counted(validation.num_reached, "vertex"),
                           claim.has_levels ? "" : "; levels follow from the parents"));
  require_passed(validation, graph.labels, graph.vertices);
  summary.line(
      "valid",
      fmt::format("all five rules of the Graph500 specification hold; {} between reached vertices, "
                  "checked in {}",
                  counted(validation.edges_traversed, "listed edge"), duration(seconds)));
}

}  // namespace

void add_validate_bfs(CLI::App& validate) {
  auto options = std::make_shared<ValidateBfsOptions>();
  CLI::App* verb = validate.add_subcommand("bfs", "Check levels and parents of a search");
  add_graph_options(*verb, options->graph);
  begin_group(*verb, kSearchGroup);
  add_result_argument(*verb, options->result, "vertex, parent and perhaps level");
  verb->add_option("-s,--source", options->source,
                   "The source (default: the vertex that is its own parent)")
      ->type_name("LABEL")
      ->check(not_empty);
  add_run_options(*verb, options->run);
  add_only_algorithm(*verb);
  verb->footer("Example:\n  strider validate bfs roads.gr.gz levels.tsv");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli

// strider validate sssp: checks of files of shortest paths.
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
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "strider/validate.hpp"
#include "validation_report.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct ValidateSsspOptions {
  RunOptions run;
  GraphOptions graph;
  std::string result;
  std::optional<std::string> source;
  SsspValidationOptions checks;
};

Json report_json(const ValidateSsspOptions& options, const ListedGraph& graph, Vertex source,
                 const SsspValidation& validation, double seconds) {
  Json json = validation_json(options.run, options.graph, graph, options.result, seconds);
  json["source"] = label_json(graph.labels, source);
  json["weighted"] = graph.facts.weighted;
  add_search_findings(json, validation, graph);
  return json;
}

template <class W>
void run(const ValidateSsspOptions& options, const InputEdges& input, Progress& progress) {
  progress.stage(fmt::format("reading {}", options.result));
  const ListedGraph graph(input);
  const SubmittedSssp<W> claim = read_sssp_result<W>(options.result, graph.labels, graph.vertices);
  const Vertex source = submitted_source(options.source, claim.source, graph, options.result);

  progress.stage("validating");
  SsspValidationOptions checks = options.checks;
  checks.self_loops = options.graph.self_loops();
  checks.threads = options.run.threads;
  const Stopwatch watch;
  const SsspValidation validation =
      validate_sssp<W>(input.list, source, claim.parents.span(), claim.distances.span(), checks);
  const double seconds = watch.seconds();
  progress.clear();

  if (options.run.json) print_json(report_json(options, graph, source, validation, seconds));
  const Summary summary(options.run);
  summarize(summary, options.graph, graph, ReadWeights::kYes);
  summary.line("result",
               fmt::format("{}: source {}, {} reached", options.result, graph.labels.label(source),
                           counted(validation.num_reached, "vertex")));
  require_passed(validation, graph.labels, graph.vertices);
  summary.line("valid",
               fmt::format("all five rules of the Graph500 specification hold: distances are "
                           "shortest; {} between reached vertices, checked in {}",
                           counted(validation.edges_traversed, "listed edge"), duration(seconds)));
}

void run(const ValidateSsspOptions& options) {
  begin_validation(options.run, options.graph, options.result);
  Progress progress(options.run.progress());
  progress.stage(fmt::format("reading {}", options.graph.path));
  const InputEdges input = read_edges(options.graph.path, options.graph.reading(options.run));
  try {
    if (std::holds_alternative<Array<float>>(input.list.weights)) {
      run<float>(options, input, progress);
    } else if (std::holds_alternative<Array<double>>(input.list.weights)) {
      run<double>(options, input, progress);
    } else {
      run<std::uint32_t>(options, input, progress);
    }
  } catch (const WeightError& error) {
    throw InputError(options.graph.path, 0, error.what());
  }
}

}  // namespace

void add_validate_sssp(CLI::App& validate) {
  auto options = std::make_shared<ValidateSsspOptions>();
  CLI::App* verb = validate.add_subcommand("sssp", "Check distances and parents of a search");
  add_graph_options(*verb, options->graph);
  begin_group(*verb, kSearchGroup);
  add_result_argument(*verb, options->result, "vertex, distance and parent");
  verb->add_option("-s,--source", options->source,
                   "The source (default: the vertex that is its own parent)")
      ->type_name("LABEL")
      ->check(not_empty);
  verb->add_option("--cutoff", options->checks.cutoff, "The cutoff distance of the search");
  verb->add_option(
      "--tolerance", options->checks.tolerance,
      "Relative tolerance of distances, for sums with different rounding (default: 0)");
  add_run_options(*verb, options->run);
  add_only_algorithm(*verb);
  verb->footer("Example:\n  strider validate sssp roads.gr.gz distances.tsv");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli

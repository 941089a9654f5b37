// strider validate: checks of result files, whoever wrote them.
#include "strider/validate.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "load.hpp"
#include "options.hpp"
#include "report.hpp"
#include "rules.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"
#include "verbs.hpp"

namespace strider::cli {
namespace {

struct VerbOptions {
  RunOptions run;
  GraphOptions graph;
  std::string result;
  std::optional<std::string> source;
};

Vertex source_of(const VerbOptions& options, const EdgeList& list, const SubmittedBfs& claim) {
  if (options.source) {
    const auto vertex = list.labels.find(*options.source, list.num_vertices);
    if (!vertex) throw UsageError(fmt::format("the graph has no vertex '{}'", *options.source));
    return *vertex;
  }
  if (!claim.source) {
    throw InputError(
        options.result, 0,
        "not exactly one vertex is its own parent: --source LABEL says which is meant");
  }
  return *claim.source;
}

Json report_json(const VerbOptions& options, const InputEdges& input, Vertex source,
                 const BfsValidation& validation, double seconds) {
  const EdgeList& list = input.list;
  CommonFacts facts;
  facts.verb = "validate";
  facts.graph = options.graph.path;
  facts.vertices = list.num_vertices;
  facts.edges = list.edges.size();
  facts.directed = list.directedness == Directedness::kDirected;
  facts.seed = options.run.seed.value_or(0);
  facts.load_s = input.facts.seconds;
  facts.time_s = seconds;
  Json json = common_json(facts, options.run);
  json["result"] = options.result;
  json["source"] = label_json(list.labels, source);
  json["reached"] = validation.num_reached;
  json["edges_traversed"] = validation.edges_traversed;
  json["passed"] = validation.passed();
  json["violations"] = Json::array();
  for (const BfsViolation& violation : validation.violations) {
    const bool known = violation.vertex < list.num_vertices;
    json["violations"].push_back(
        {{"rule", rule_name(violation.rule)},
         {"vertex", known ? label_json(list.labels, violation.vertex) : Json()}});
  }
  return json;
}

void run(const VerbOptions& options) {
  begin(options.run, options.graph);
  Progress progress(options.run.progress());
  progress.stage(fmt::format("reading {}", options.graph.path));
  ReadOptions reading = options.graph.reading(options.run);
  reading.weights = ReadWeights::kNo;
  const InputEdges input = read_edges(options.graph.path, reading);
  progress.stage(fmt::format("reading {}", options.result));
  const EdgeList& list = input.list;
  const SubmittedBfs claim = read_bfs_result(options.result, list.labels, list.num_vertices);
  const Vertex source = source_of(options, list, claim);

  progress.stage("validating");
  const auto start = std::chrono::steady_clock::now();
  const BfsValidation validation = validate_bfs(
      list, source, claim.parents.span(), LevelView(claim.levels.span()), options.run.threads);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  progress.clear();

  if (options.run.json) print_json(report_json(options, input, source, validation, seconds));
  const Summary summary(options.run);
  summary.line("graph", fmt::format("{}: {}, {} listed", options.graph.path,
                                    counted(list.num_vertices, "vertex"),
                                    counted(list.edges.size(), "edge")));
  summary.line(
      "edges",
      fmt::format("{} ({})",
                  input.facts.directedness == Directedness::kDirected ? "directed" : "undirected",
                  input.facts.directedness_reason));
  summary.line("result",
               fmt::format("{}: source {}, {} reached{}", options.result, list.labels.label(source),
                           counted(validation.num_reached, "vertex"),
                           claim.has_levels ? "" : "; levels follow from the parents"));
  require_passed(validation, list.labels, list.num_vertices);
  summary.line("valid",
               fmt::format("all five rules of the Graph500 specification hold; {} inside, "
                           "checked in {}",
                           counted(validation.edges_traversed, "listed edge"), duration(seconds)));
}

}  // namespace

void add_validate(CLI::App& program) {
  CLI::App* validate = program.add_subcommand("validate", "Check a result file");
  validate->require_subcommand(1);
  validate->footer("Example:\n  strider validate bfs roads.gr.gz levels.tsv");
  auto options = std::make_shared<VerbOptions>();
  CLI::App* verb = validate->add_subcommand("bfs", "Check levels and parents of a search");
  add_graph_options(*verb, options->graph);
  verb->add_option("RESULT", options->result,
                   "The result: .tsv with vertex, level, parent, or vertex and parent; or .npy")
      ->required();
  verb->add_option("-s,--source", options->source,
                   "Label of the source (default: the vertex that is its own parent)")
      ->check(not_empty);
  add_run_options(*verb, options->run);
  add_only_algorithm(*verb);
  verb->footer("Example:\n  strider validate bfs roads.gr.gz levels.tsv");
  verb->callback([options] { run(*options); });
  add_validate_sssp(*validate);
  add_validate_msf(*validate);
}

}  // namespace strider::cli

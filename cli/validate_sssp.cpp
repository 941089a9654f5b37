// strider validate sssp: checks of files of shortest paths.
#include <fmt/format.h>

#include <chrono>
#include <memory>

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

struct VerbOptions {
  RunOptions run;
  GraphOptions graph;
  std::string result;
  std::optional<std::string> source;
  SsspValidationOptions checks;
};

template <class W>
Vertex source_of(const VerbOptions& options, const EdgeList& list, const SubmittedSssp<W>& claim) {
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
                 const SsspValidation& validation, double seconds) {
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
  json["weighted"] = input.facts.weighted;
  json["reached"] = validation.num_reached;
  json["edges_traversed"] = validation.edges_traversed;
  json["passed"] = validation.passed();
  json["violations"] = Json::array();
  for (const SsspViolation& violation : validation.violations) {
    json["violations"].push_back({{"rule", rule_name(violation.rule)},
                                  {"vertex", label_json(list.labels, violation.vertex)}});
  }
  return json;
}

template <class W>
void run(const VerbOptions& options, const InputEdges& input, Progress& progress) {
  progress.stage(fmt::format("reading {}", options.result));
  const EdgeList& list = input.list;
  const SubmittedSssp<W> claim =
      read_sssp_result<W>(options.result, list.labels, list.num_vertices);
  const Vertex source = source_of(options, list, claim);

  progress.stage("validating");
  SsspValidationOptions checks = options.checks;
  checks.threads = options.run.threads;
  const auto start = std::chrono::steady_clock::now();
  const SsspValidation validation =
      validate_sssp<W>(list, source, claim.parents.span(), claim.distances.span(), checks);
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
  if (!input.facts.weighted) summary.line("weights", "the file has none: 1 for each edge");
  summary.line("result",
               fmt::format("{}: source {}, {} reached", options.result, list.labels.label(source),
                           counted(validation.num_reached, "vertex")));
  require_passed(validation, list.labels, list.num_vertices);
  summary.line("valid",
               fmt::format("all five rules of the Graph500 specification hold: distances are "
                           "shortest; {} inside, checked in {}",
                           counted(validation.edges_traversed, "listed edge"), duration(seconds)));
}

void run(const VerbOptions& options) {
  begin(options.run, options.graph);
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
  auto options = std::make_shared<VerbOptions>();
  CLI::App* verb = validate.add_subcommand("sssp", "Check distances and parents of a search");
  add_graph_options(*verb, options->graph);
  verb->add_option("RESULT", options->result,
                   "The result: .tsv with vertex, distance and parent; or .npy")
      ->required();
  verb->add_option("-s,--source", options->source,
                   "Label of the source (default: the vertex that is its own parent)");
  verb->add_option("--cutoff", options->checks.cutoff, "The search was not to go farther");
  verb->add_option("--tolerance", options->checks.tolerance,
                   "Of distances, relative: for sums that were rounded otherwise (default: 0)");
  add_run_options(*verb, options->run);
  add_only_algorithm(*verb);
  verb->footer("Example:\n  strider validate sssp roads.gr.gz distances.tsv");
  verb->callback([options] { run(*options); });
}

}  // namespace strider::cli

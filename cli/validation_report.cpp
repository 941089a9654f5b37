#include "validation_report.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "files.hpp"
#include "labels.hpp"
#include "strider/error.hpp"

namespace strider::cli {

ListedGraph::ListedGraph(const InputEdges& input)
    : facts(input.facts),
      labels(input.list.labels),
      vertices(input.list.num_vertices),
      edges(input.list.edges.size()) {}

void add_result_argument(CLI::App& verb, std::string& result, const std::string& what) {
  verb.add_option("RESULT", result,
                  fmt::format("The result: .tsv, .csv or .npy of {}; - is stdin", what))
      ->required()
      ->transform(input_name);
}

void begin_validation(const RunOptions& run, const GraphOptions& graph, const std::string& result) {
  begin(run, graph);
  const NamedFile inputs[] = {{"GRAPH", graph.path}, {"RESULT", result}};
  require_read_once(inputs);
}

Json validation_json(const RunOptions& run, const GraphOptions& options, const ListedGraph& graph,
                     const std::string& result, double seconds) {
  CommonFacts facts;
  facts.verb = "validate";
  facts.graph = options.path;
  facts.vertices = graph.vertices;
  facts.edges = graph.edges;
  facts.directed = graph.facts.directedness == Directedness::kDirected;
  facts.seed = run.seed.value_or(0);
  facts.load_s = graph.facts.seconds;
  facts.verify_s = graph.facts.verify_seconds;
  facts.time_s = seconds;
  Json json = common_json(facts, run);
  json["result"] = result;
  return json;
}

void summarize(const Summary& summary, const GraphOptions& options, const ListedGraph& graph,
               ReadWeights weights) {
  const bool directed = graph.facts.directedness == Directedness::kDirected;
  summary.line("graph",
               fmt::format("{}: {}, {} listed", options.path, counted(graph.vertices, "vertex"),
                           counted(graph.edges, "edge")));
  summary.line("edges", fmt::format("{} ({})", directed ? "directed" : "undirected",
                                    graph.facts.directedness_reason));
  if (weights == ReadWeights::kYes) summary.weights(graph.facts);
}

Vertex submitted_source(const std::optional<std::string>& label,
                        const std::optional<Vertex>& own_parent, const ListedGraph& graph,
                        const std::string& result) {
  if (label) {
    const auto vertex = graph.labels.find(*label, graph.vertices);
    if (!vertex) throw UsageError(no_vertex_message(graph.labels, graph.vertices, *label));
    return *vertex;
  }
  if (!own_parent) {
    throw InputError(result, 0,
                     "the source is ambiguous, because not exactly one vertex is its own parent: "
                     "name it with --source LABEL");
  }
  return *own_parent;
}

}  // namespace strider::cli

#include "validation_report.hpp"

#include <fmt/format.h>

#include "labels.hpp"
#include "strider/error.hpp"

namespace strider::cli {

ListedGraph listed_graph(const InputEdges& input) {
  const EdgeList& list = input.list;
  return {.facts = input.facts,
          .vertices = list.num_vertices,
          .edges = list.edges.size(),
          .label_of =
              [&list](GlobalVertex v) {
                return v < list.num_vertices ? list.labels.label(static_cast<Vertex>(v))
                                             : std::string("none");
              },
          .load_s = input.facts.seconds};
}

OptionTable validate_table(CLI::App& validate, ValidateVerb& verb, const std::string& name,
                           const std::string& description, const std::string& what) {
  OptionTable table(validate, name, description);
  add_graph_options(table, verb.graph, verb.ranks);
  table.add(kSearchGroup, {{"RESULT",
                            input_file(verb.result),
                            fmt::format("The result: .tsv, .csv or .npy of {}; - is stdin", what),
                            {.is_required = true}}});
  return table;
}

void add_source_option(OptionTable& table, ValidateVerb& verb) {
  table.add(kSearchGroup, {{"-s,--source LABEL", text(verb.source),
                            "The source (default: the vertex that is its own parent)"}});
}

InputEdges read_listed(const ValidateVerb& verb, Progress& progress, ReadWeights weights) {
  progress.stage(fmt::format("reading {}", verb.graph.path));
  ReadOptions reading = verb.graph.reading(verb.run);
  if (weights == ReadWeights::kNo) reading.weights = weights;
  return read_edges(verb.graph.path, reading);
}

Json validation_json(const ValidateVerb& verb, const ListedGraph& graph, double seconds) {
  Json json = common_json(verb,
                          {.path = verb.graph.path,
                           .input = graph.facts,
                           .vertices = graph.vertices,
                           .edges = graph.edges,
                           .directed = graph.facts.directedness == Directedness::kDirected,
                           .load_s = graph.load_s,
                           .ranks = graph.ranks},
                          seconds);
  json["result"] = verb.result;
  return json;
}

void summarize(Summary& summary, const ValidateVerb& verb, const ListedGraph& graph,
               ReadWeights weights) {
  const bool directed = graph.facts.directedness == Directedness::kDirected;
  summary.line("graph",
               fmt::format("{}: {}, {} listed", verb.graph.path, counted(graph.vertices, "vertex"),
                           counted(graph.edges, "edge")));
  summary.line("edges", fmt::format("{} ({})", directed ? "directed" : "undirected",
                                    graph.facts.directedness_reason));
  if (weights == ReadWeights::kYes) summary.weights(graph.facts);
}

Vertex submitted_source(const ValidateVerb& verb, const std::optional<Vertex>& own_parent,
                        const EdgeList& graph) {
  if (verb.source) {
    const auto vertex = graph.labels.find(*verb.source, graph.num_vertices);
    if (!vertex) {
      throw UsageError(no_vertex_message(graph.labels, graph.num_vertices, *verb.source));
    }
    return *vertex;
  }
  if (!own_parent) throw InputError(verb.result, 0, kAmbiguousSource);
  return *own_parent;
}

}  // namespace strider::cli

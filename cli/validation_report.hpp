// What the verbs below `validate` tell of a graph that was listed, not built.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "options.hpp"
#include "report.hpp"
#include "rules.hpp"
#include "strider/io.hpp"

namespace strider::cli {

struct ListedGraph {
  explicit ListedGraph(const InputEdges& input);

  InputFacts facts;
  Labels labels;
  Vertex vertices;
  EdgeIndex edges;
};

/// RESULT, the file to check. `what` says which columns it has.
void add_result_argument(CLI::App& verb, std::string& result, const std::string& what);
/// What a verb below `validate` does first. Throws UsageError.
void begin_validation(const RunOptions& run, const GraphOptions& graph, const std::string& result);

/// What the JSON starts with.
[[nodiscard]] Json validation_json(const RunOptions& run, const GraphOptions& options,
                                   const ListedGraph& graph, const std::string& result,
                                   double seconds);

/// `reached`, `edges_traversed`, `passed` and `violations` of a search.
template <class Validation>
void add_search_findings(Json& json, const Validation& validation, const ListedGraph& graph) {
  json["reached"] = validation.num_reached;
  json["edges_traversed"] = validation.edges_traversed;
  json["passed"] = validation.passed();
  json["violations"] = Json::array();
  for (const auto& violation : validation.violations) {
    const bool known = violation.vertex < graph.vertices;
    json["violations"].push_back(
        {{"rule", rule_name(violation.rule)},
         {"vertex", known ? label_json(graph.labels, violation.vertex) : Json()}});
  }
}

/// The lines of the graph, its edges and, where they matter, its weights.
void summarize(const Summary& summary, const GraphOptions& options, const ListedGraph& graph,
               ReadWeights weights);

/// The vertex of that label, else the one that is its own parent in the file `result`. Throws
/// UsageError where the graph has no such vertex, InputError where the file does not say.
[[nodiscard]] Vertex submitted_source(const std::optional<std::string>& label,
                                      const std::optional<Vertex>& own_parent,
                                      const ListedGraph& graph, const std::string& result);

}  // namespace strider::cli

// What the verbs below `validate` tell of a graph that was listed, not built.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "option_table.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "rules.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"

namespace strider::cli {

/// In one process or on ranks.
struct ListedGraph {
  InputFacts facts;
  std::uint64_t vertices = 0;
  EdgeIndex edges = 0;
  /// The label of a vertex, "none" of what is none; on ranks of vertices that a report names.
  std::function<std::string(GlobalVertex)> label_of;
  // Of ranks:
  int ranks = 1;
  double load_s = 0;
};
/// Of one process. `input` outlives it.
[[nodiscard]] ListedGraph listed_graph(const InputEdges& input);

/// A verb below `validate`.
struct ValidateVerb : GraphVerb {
  ValidateVerb() : GraphVerb("validate") {}

  std::string result;  ///< the file to check
  std::optional<std::string> source;
};
/// A table with the options that all of them have; `what` says which columns a result has.
[[nodiscard]] OptionTable validate_table(CLI::App& validate, ValidateVerb& verb,
                                         const std::string& name, const std::string& description,
                                         const std::string& what);
/// --source.
void add_source_option(OptionTable& table, ValidateVerb& verb);
/// The options that come last, and what the verb does: run(verb).
template <class AnyVerb>
void finish_table(OptionTable& table, const std::shared_ptr<AnyVerb>& verb,
                  const std::string& example, void (*run)(const AnyVerb&)) {
  add_run_options(table, verb->run);
  add_only_algorithm(table, *verb);
  table.footer("Example:\n  strider validate " + example);
  table.on_run([verb, run] { run_at_place(*verb, run); });
}

/// Reads the edges of the graph; kYes: with weights, unless options say otherwise.
[[nodiscard]] InputEdges read_listed(const ValidateVerb& verb, Progress& progress,
                                     ReadWeights weights);
/// Reads the edges of the graph, with weights, and calls check(W{}, edges, progress), where W is
/// the type of the weights, std::uint32_t if there are none. A WeightError becomes an InputError
/// that names the file.
template <class Check>
void visit_listed(const ValidateVerb& verb, Check check) {
  Progress progress(verb.run.progress());
  const InputEdges input = read_listed(verb, progress, ReadWeights::kYes);
  try {
    if (std::holds_alternative<Array<float>>(input.list.weights)) {
      check(float{}, input, progress);
    } else if (std::holds_alternative<Array<double>>(input.list.weights)) {
      check(double{}, input, progress);
    } else {
      check(std::uint32_t{}, input, progress);
    }
  } catch (const WeightError& error) {
    throw InputError(verb.graph.path, 0, error.what());
  }
}

/// What the JSON starts with.
[[nodiscard]] Json validation_json(const ValidateVerb& verb, const ListedGraph& graph,
                                   double seconds);

/// `passed` and `violations`, of vertices or of edges.
template <class Validation>
void add_findings(Json& json, const Validation& validation, const ListedGraph& graph) {
  json["passed"] = validation.passed();
  json["violations"] = Json::array();
  const auto label = [&](GlobalVertex v) {
    return v < graph.vertices ? label_json(graph.facts.labels, graph.label_of(v)) : Json();
  };
  for (const auto& violation : validation.violations) {
    Json entry = {{"rule", rule_name(violation.rule)}};
    if constexpr (requires { violation.u; }) {
      entry["u"] = label(violation.u);
      entry["v"] = label(violation.v);
    } else {
      entry["vertex"] = label(violation.vertex);
    }
    json["violations"].push_back(std::move(entry));
  }
}
/// Throws ValidationFailed with the first violation where there is one.
template <class Validation>
void require_passed(const Validation& validation, const ListedGraph& graph) {
  Verdict{true, fault_of(validation, graph.label_of)}.require_passed();
}

/// The lines of the graph, its edges and, where they matter, its weights.
void summarize(Summary& summary, const ValidateVerb& verb, const ListedGraph& graph,
               ReadWeights weights);

/// The vertex of --source, else the one that is its own parent in the file. Throws UsageError where
/// the graph has no such vertex, InputError where the file does not say.
[[nodiscard]] Vertex submitted_source(const ValidateVerb& verb,
                                      const std::optional<Vertex>& own_parent,
                                      const EdgeList& graph);
/// What is said where the file does not say.
inline constexpr const char* kAmbiguousSource =
    "the source is ambiguous, because not exactly one vertex is its own parent: name it with "
    "--source LABEL";

}  // namespace strider::cli

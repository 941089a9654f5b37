// The verbs below `validate` that run in one process and on ranks, and what they report.
#pragma once

#include <optional>

#include "strider/components.hpp"
#include "strider/dist.hpp"
#include "strider/validate.hpp"
#include "validation_report.hpp"

namespace strider::cli {

struct ValidateBfsVerb : ValidateVerb {};

struct ValidateSsspVerb : ValidateVerb {
  SsspValidationOptions checks;
};

struct ValidateMsfVerb : ValidateVerb {
  MsfObjective objective = MsfObjective::kMinimum;
};

enum class Connection : std::uint8_t { kWeak, kStrong };

struct ValidateComponentsVerb : ValidateVerb {
  Connection connection = Connection::kWeak;
};

// On all processes of a launcher. Throw Reported where they failed.
void run_on_ranks(const ValidateBfsVerb& verb);
void run_on_ranks(const ValidateSsspVerb& verb);
void run_on_ranks(const ValidateMsfVerb& verb);
void run_on_ranks(const ValidateComponentsVerb& verb);

/// A tree that was checked.
struct CheckedTree {
  GlobalVertex source = 0;
  bool has_depths = true;
  double seconds = 0;
};

/// What the JSON says of a tree that was checked, up to its findings.
[[nodiscard]] Json tree_json(const ValidateVerb& verb, const ListedGraph& graph,
                             const CheckedTree& tree, std::optional<bool> weighted,
                             std::uint64_t reached, std::uint64_t edges_traversed);

// Print what was found. Throw ValidationFailed where something is wrong.
template <class Validation>
void report_tree(const ValidateVerb& verb, const ListedGraph& graph, const CheckedTree& tree,
                 const Validation& validation, ReadWeights weights) {
  const bool of_paths = weights == ReadWeights::kYes;
  if (verb.run.json) {
    Json json =
        tree_json(verb, graph, tree, of_paths ? std::optional(graph.facts.weighted) : std::nullopt,
                  validation.num_reached, validation.edges_traversed);
    add_findings(json, validation, graph);
    print_json(json);
  }
  Summary summary(verb.run);
  summarize(summary, verb, graph, weights);
  summary.line("result",
               fmt::format("{}: source {}, {} reached{}", verb.result, graph.label_of(tree.source),
                           counted(validation.num_reached, "vertex"),
                           tree.has_depths ? "" : "; levels follow from the parents"));
  require_passed(validation, graph);
  summary.line(
      "valid",
      fmt::format("all five rules of the Graph500 specification hold{}; {} between "
                  "reached vertices, checked in {}",
                  of_paths ? ": distances are shortest" : "",
                  counted(validation.edges_traversed, "listed edge"), duration(tree.seconds)));
}
template <class Validation>
void report_forest(const ValidateMsfVerb& verb, const ListedGraph& graph,
                   const Validation& validation, std::uint64_t num_edges, double seconds) {
  const char* objective = verb.objective == MsfObjective::kMaximum ? "maximum" : "minimum";
  if (verb.run.json) {
    Json json = validation_json(verb, graph, seconds);
    json["weight"] = validation.weight;
    json["forest_edges"] = num_edges;
    json["trees"] = validation.num_trees;
    json["objective"] = objective;
    json["edges_checked"] = validation.edges_checked;
    add_findings(json, validation, graph);
    print_json(json);
  }
  Summary summary(verb.run);
  summarize(summary, verb, graph, ReadWeights::kYes);
  summary.line("result", fmt::format("{}: weight {}, {}", verb.result, validation.weight,
                                     counted(num_edges, "edge")));
  require_passed(validation, graph);
  summary.line("valid", fmt::format("a {} spanning forest of {}; {} compared in {}", objective,
                                    counted(validation.num_trees, "tree"),
                                    counted(validation.edges_checked, "edge"), duration(seconds)));
}
template <class Validation>
void report_components(const ValidateVerb& verb, const ListedGraph& graph,
                       const Validation& validation, double seconds) {
  if (verb.run.json) {
    Json json = validation_json(verb, graph, seconds);
    json["components"] = validation.num_components;
    if constexpr (requires { validation.num_wrong; }) json["wrong"] = validation.num_wrong;
    add_findings(json, validation, graph);
    print_json(json);
  }
  Summary summary(verb.run);
  summarize(summary, verb, graph, ReadWeights::kNo);
  require_passed(validation, graph);
  summary.line("valid",
               fmt::format("{}: {}", verb.result, counted(validation.num_components, "component")));
}

}  // namespace strider::cli

#include "msf_rules.hpp"

#include <fmt/format.h>

#include "errors.hpp"
#include "report.hpp"
#include "strider/error.hpp"

namespace strider::cli {

const char* rule_name(MsfRule rule) {
  switch (rule) {
    case MsfRule::kEdges:
      return "an edge of the forest is an edge of the graph, of the same weight";
    case MsfRule::kAcyclic:
      return "a forest has no cycles";
    case MsfRule::kSpanning:
      return "the ends of an edge are in one tree";
    case MsfRule::kLightest:
      return "no edge is better than an edge of the forest on the path between its ends";
  }
  return "";
}

std::optional<std::string> note_on_duplicates(const InputFacts& facts, MsfObjective objective) {
  const bool may_miss_edges = facts.weighted && facts.duplicates_left_out > 0;
  if (objective == MsfObjective::kMinimum || !may_miss_edges) return std::nullopt;
  return fmt::format(
      "the container was written without {}, which may have been heavier; the forest is that of "
      "the remaining edges (strider convert --keep-duplicates keeps all edges)",
      counted(facts.duplicates_left_out, "duplicate"));
}

std::string violation_message(const std::string& u, const std::string& v, MsfRule rule,
                              std::size_t more) {
  return fmt::format("validation failed at the edge between {} and {}, against the rule that {}{}",
                     u, v, rule_name(rule), more > 0 ? fmt::format(", and {} more", more) : "");
}

void require_passed(std::span<const MsfViolation> violations, const Labels& labels,
                    Vertex num_vertices) {
  if (violations.empty()) return;
  const MsfViolation& first = violations.front();
  const auto label = [&](Vertex v) {
    return v < num_vertices ? labels.label(v) : std::string("none");
  };
  throw ValidationFailed(
      violation_message(label(first.u), label(first.v), first.rule, violations.size() - 1));
}

void require_undirected(Directedness directedness, const InputFacts& facts,
                        const std::string& path) {
  if (directedness == Directedness::kUndirected) return;
  throw UsageError(
      fmt::format("{}: the graph is directed ({}), but a spanning forest needs an undirected "
                  "graph: --undirected makes every edge lead both ways",
                  path, facts.directedness_reason));
}

}  // namespace strider::cli

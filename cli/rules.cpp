#include "rules.hpp"

#include <fmt/format.h>

#include "errors.hpp"

namespace strider::cli {

const char* rule_name(BfsRule rule) {
  switch (rule) {
    case BfsRule::kTree:
      return "the parents form a tree from the source";
    case BfsRule::kTreeLevels:
      return "the level of a vertex is its parent's plus one";
    case BfsRule::kEdgeLevels:
      return "an edge spans at most one level";
    case BfsRule::kSpan:
      return "an edge does not leave the reached vertices";
    case BfsRule::kTreeEdges:
      return "parent and vertex are joined by an edge";
  }
  return "";
}

const char* rule_name(SsspRule rule) {
  switch (rule) {
    case SsspRule::kTree:
      return "the parents form a tree from the source";
    case SsspRule::kTreeDistances:
      return "a distance is the parent's plus the weight of the edge";
    case SsspRule::kEdgeDistances:
      return "the distance at an edge's end is at most that at its start plus its weight";
    case SsspRule::kSpan:
      return "an edge does not leave the reached vertices";
    case SsspRule::kTreeEdges:
      return "parent and vertex are joined by an edge";
  }
  return "";
}

std::string violation_message(const std::string& vertex, const char* rule, std::size_t more) {
  return fmt::format("validation failed at vertex {}, against the rule that {}{}", vertex, rule,
                     more > 0 ? fmt::format(", and {} more", more) : "");
}

namespace {

template <class Validation>
void require_no_violation(const Validation& validation, const Labels& labels, Vertex num_vertices) {
  if (validation.passed()) return;
  const auto& first = validation.violations.front();
  throw ValidationFailed(violation_message(
      first.vertex < num_vertices ? labels.label(first.vertex) : std::string("none"),
      rule_name(first.rule), validation.violations.size() - 1));
}

}  // namespace

void require_passed(const BfsValidation& validation, const Labels& labels, Vertex num_vertices) {
  require_no_violation(validation, labels, num_vertices);
}
void require_passed(const SsspValidation& validation, const Labels& labels, Vertex num_vertices) {
  require_no_violation(validation, labels, num_vertices);
}

}  // namespace strider::cli

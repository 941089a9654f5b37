// What validation found, in the words of the user's file.
#pragma once

#include <fmt/format.h>

#include <string>

#include "strider/labels.hpp"
#include "strider/validate.hpp"

namespace strider::cli {

/// "the parents form a tree from the source" and so on.
[[nodiscard]] const char* rule_name(BfsRule rule);
[[nodiscard]] const char* rule_name(SsspRule rule);
[[nodiscard]] const char* rule_name(MsfRule rule);
[[nodiscard]] const char* rule_name(ComponentsRule rule);

/// The line for the user, of the first of the violations, which are of vertices or of edges; "" if
/// there are none. label(v) is what the input calls a vertex, "none" if it has no such vertex.
template <class Violations, class LabelOf>
[[nodiscard]] std::string fault_of(const Violations& violations, LabelOf label) {
  if (violations.empty()) return "";
  const auto& first = violations.front();
  std::string place;
  if constexpr (requires { first.u; }) {
    const std::string u = label(first.u);
    place = fmt::format("the edge between {} and {}", u, label(first.v));
  } else {
    place = fmt::format("vertex {}", label(first.vertex));
  }
  std::string fault = fmt::format("validation failed at {}, against the rule that {}", place,
                                  rule_name(first.rule));
  if (violations.size() > 1) fault += fmt::format(", and {} more", violations.size() - 1);
  return fault;
}
/// The same of a graph on one machine.
template <class Violations>
[[nodiscard]] std::string fault_of(const Violations& violations, const Labels& labels,
                                   Vertex num_vertices) {
  return fault_of(violations, [&](GlobalVertex v) {
    return v < num_vertices ? labels.label(static_cast<Vertex>(v)) : std::string("none");
  });
}

/// What a check of a result found, if there was one.
struct Verdict {
  bool is_given = false;
  std::string fault = {};  ///< what is wrong; empty: nothing

  [[nodiscard]] bool passed() const { return fault.empty(); }
  /// Throws ValidationFailed where something is wrong.
  void require_passed() const;
};

}  // namespace strider::cli

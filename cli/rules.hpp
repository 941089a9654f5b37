// What validation found, in the words of the user's file.
#pragma once

#include <fmt/format.h>

#include <string>

#include "strider/bipartite.hpp"
#include "strider/closeness.hpp"
#include "strider/clusters.hpp"
#include "strider/core.hpp"
#include "strider/diameter.hpp"
#include "strider/distance_matrix.hpp"
#include "strider/flow.hpp"
#include "strider/label_propagation.hpp"
#include "strider/labels.hpp"
#include "strider/local_clustering.hpp"
#include "strider/pagerank.hpp"
#include "strider/strong_components.hpp"
#include "strider/validate.hpp"

namespace strider::cli {

/// "the parents form a tree from the source" and so on.
[[nodiscard]] const char* rule_name(BfsRule rule);
[[nodiscard]] const char* rule_name(SsspRule rule);
[[nodiscard]] const char* rule_name(MsfRule rule);
[[nodiscard]] const char* rule_name(ComponentsRule rule);
[[nodiscard]] const char* rule_name(CoreRule rule);
[[nodiscard]] const char* rule_name(ClustersRule rule);
[[nodiscard]] const char* rule_name(StrongRule rule);
[[nodiscard]] const char* rule_name(PageRankRule rule);
[[nodiscard]] const char* rule_name(LabelPropagationRule rule);
[[nodiscard]] const char* rule_name(LocalClusteringRule rule);
[[nodiscard]] const char* rule_name(ClosenessRule rule);
[[nodiscard]] const char* rule_name(PathRule rule);
[[nodiscard]] const char* rule_name(DistanceRule rule);
[[nodiscard]] const char* rule_name(BipartiteRule rule);
[[nodiscard]] const char* rule_name(DiameterRule rule);
[[nodiscard]] const char* rule_name(FlowRule rule);
[[nodiscard]] const char* rule_name(ConnectivityRule rule);

/// The line for the user, of the first violation of a validation, which is of a vertex or of an
/// edge; "" if there is none. label(v) is what the input calls a vertex, "none" if it has no such
/// vertex.
template <class Validation, class LabelOf>
[[nodiscard]] std::string fault_of(const Validation& validation, LabelOf label) {
  if (validation.passed()) return "";
  const auto& first = validation.violations.front();
  std::string place;
  if constexpr (requires { first.u; }) {
    const std::string u = label(first.u);
    place = fmt::format("the edge between {} and {}", u, label(first.v));
  } else {
    place = fmt::format("vertex {}", label(first.vertex));
  }
  std::string fault = fmt::format("validation failed at {}, against the rule that {}", place,
                                  rule_name(first.rule));
  std::uint64_t wrong = validation.violations.size();
  if constexpr (requires { validation.num_wrong; }) wrong = validation.num_wrong;
  if (wrong > 1) fault += fmt::format(", and {} more", wrong - 1);
  return fault;
}
/// The same of a graph on one machine.
template <class Validation>
[[nodiscard]] std::string fault_of(const Validation& validation, const Labels& labels,
                                   Vertex num_vertices) {
  return fault_of(validation, [&](GlobalVertex v) {
    return v < num_vertices ? labels.label(static_cast<Vertex>(v)) : std::string("none");
  });
}

/// What a check does not prove of a result that passed it; "" if it proves all.
[[nodiscard]] std::string left_open(const DiameterValidation& validation);
[[nodiscard]] std::string left_open(const ConnectivityValidation& validation);
/// The same of any check: most prove all.
template <class Validation>
[[nodiscard]] std::string open_of(const Validation& validation) {
  if constexpr (requires { left_open(validation); }) {
    return left_open(validation);
  } else {
    return "";
  }
}

/// What a check of a result found, if there was one.
struct Verdict {
  bool is_given = false;
  std::string fault = {};  ///< what is wrong; empty: nothing
  std::string open = {};   ///< what the check does not prove; empty: all is proven

  [[nodiscard]] bool passed() const { return fault.empty(); }
  /// Throws ValidationFailed where something is wrong.
  void require_passed() const;
};

}  // namespace strider::cli

// What levels and distances have to fulfil, vertex by vertex and edge by edge, and the words for
// where they do not: the same on a machine and on ranks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "strider/types.hpp"
#include "strider/validate.hpp"
#include "validate/messages.hpp"
#include "validate/sssp_claim.hpp"

namespace strider::detail {

/// What a rule is broken by: the smallest vertex, and of what shows it there the smallest other
/// end, with all that the message needs. V is the type of vertices, Depth of levels or distances.
/// Trivially copyable, because ranks send it.
template <class V, class Depth>
struct RuleWitness {
  static constexpr V kNoVertex = static_cast<V>(~V{0});

  V vertex = kNoVertex;
  V other = kNoVertex;
  Depth depth{};
  Depth other_depth{};
  TreeFault fault = TreeFault::kNone;  ///< of rules on trees

  [[nodiscard]] bool found() const { return vertex != kNoVertex; }
  void merge(const RuleWitness& witness) {
    if (witness.vertex < vertex || (witness.vertex == vertex && witness.other < other)) {
      *this = witness;
    }
  }
};

/// Where each rule of a tree is broken.
template <class V, class Depth>
struct RuleFindings {
  RuleWitness<V, Depth> tree;
  RuleWitness<V, Depth> tree_depths;
  RuleWitness<V, Depth> edge_depths;
  RuleWitness<V, Depth> span;
  RuleWitness<V, Depth> tree_edges;

  void merge(const RuleFindings& findings) {
    tree.merge(findings.tree);
    tree_depths.merge(findings.tree_depths);
    edge_depths.merge(findings.edge_depths);
    span.merge(findings.span);
    tree_edges.merge(findings.tree_edges);
  }
};

/// Rules on levels: every edge is a hop, whatever its weight.
struct LevelRules {
  using Depth = Level;
  using Rule = BfsRule;
  static constexpr Depth kNone = kUnreached;
  static constexpr std::string_view kWord = "level";
  static constexpr Rule kTreeDepths = BfsRule::kTreeLevels;
  static constexpr Rule kEdgeDepths = BfsRule::kEdgeLevels;

  Level limit = kUnreached;

  /// Whether a vertex by itself shows that its depth is wrong. Only of vertices without a fault.
  [[nodiscard]] bool is_wrong(bool is_source, Depth depth, Depth parent_depth) const {
    if (depth == kNone) return false;
    if (is_source) return depth != 0;
    return depth > limit || std::uint64_t{depth} != std::uint64_t{parent_depth} + 1;
  }
  /// Whether a vertex is nearer than its child, so that there is no cycle through both.
  [[nodiscard]] static bool is_nearer(Depth parent_depth, Depth depth) {
    return parent_depth < depth;
  }
  template <class W>
  [[nodiscard]] bool is_too_far(Depth from, Depth to, W) const {
    return from < limit && (to == kNone || to > std::uint64_t{from} + 1);
  }
  /// Whether an edge from the parent makes the depth: is_wrong judges levels already.
  template <class W>
  [[nodiscard]] static bool closes(Depth, Depth, W) {
    return true;
  }
  template <class V>
  [[nodiscard]] std::string tree_depth_message(const RuleWitness<V, Depth>& at,
                                               V /*source*/) const {
    // A vertex without a fault that is its own parent is a source.
    if (at.vertex == at.other) return source_message(at.vertex, kWord, at.depth);
    if (at.depth > limit) return beyond_limit_message(at.vertex, at.depth, limit);
    return tree_level_message(at.vertex, at.depth, at.other, at.other_depth != kNone,
                              at.other_depth);
  }
  template <class V>
  [[nodiscard]] static std::string edge_message(const RuleWitness<V, Depth>& at) {
    return edge_level_message(at.vertex, at.depth, at.other, at.other_depth);
  }
};

/// Rules on distances over weights W.
template <class W>
struct DistanceRules {
  using Depth = SsspDistance<W>;
  using Rule = SsspRule;
  static constexpr Depth kNone = kInfiniteDistance<W>;
  static constexpr std::string_view kWord = "distance";
  static constexpr Rule kTreeDepths = SsspRule::kTreeDistances;
  static constexpr Rule kEdgeDepths = SsspRule::kEdgeDistances;

  PathLengths<W> lengths;

  [[nodiscard]] bool is_wrong(bool is_source, Depth depth, Depth) const {
    if (depth == kNone) return false;
    return !lengths.is_distance(depth) || (is_source && depth != 0);
  }
  [[nodiscard]] static bool is_nearer(Depth parent_depth, Depth depth) {
    return parent_depth < depth;
  }
  template <class T>
  [[nodiscard]] bool is_too_far(Depth from, Depth to, T weight) const {
    return lengths.is_too_far(from, to, length_of(weight));
  }
  template <class T>
  [[nodiscard]] bool closes(Depth from, Depth to, T weight) const {
    return from != kNone && to != kNone &&
           lengths.is_equal(PathLengths<W>::through(from, length_of(weight)), to);
  }
  /// 1 where edges have no weights.
  template <class T>
  [[nodiscard]] static W length_of(T weight) {
    if constexpr (std::is_empty_v<T>) {
      return W{1};
    } else {
      return weight;
    }
  }
  template <class V>
  [[nodiscard]] std::string tree_depth_message(const RuleWitness<V, Depth>& at, V source) const {
    if (!lengths.is_distance(at.depth)) {
      return no_distance_message(at.vertex, at.depth, lengths.cutoff);
    }
    if (at.vertex == source) return source_message(source, kWord, at.depth);
    return tree_distance_message(at.vertex, at.depth, at.other, at.other_depth);
  }
  template <class V>
  [[nodiscard]] static std::string edge_message(const RuleWitness<V, Depth>& at) {
    return edge_distance_message(at.vertex, at.depth, at.other, at.other_depth);
  }
};

/// Adds the rules that are broken, in their order, with the words for where they are. A violation
/// is made of a rule, a vertex and a message.
template <class Rules, class V, class Violation>
void add_violations(const Rules& rules, const RuleFindings<V, typename Rules::Depth>& found,
                    V source, V num_vertices, std::vector<Violation>& violations) {
  using Rule = typename Rules::Rule;
  using Witness = RuleWitness<V, typename Rules::Depth>;
  const auto add = [&](Rule rule, const Witness& at, auto&& message) {
    if (at.found()) violations.push_back({rule, at.vertex, message(at)});
  };
  add(Rule::kTree, found.tree, [&](const Witness& at) {
    const TreeVertex<V> v{at.vertex, at.other, source, num_vertices, true, true};
    return tree_message(at.fault, v, Rules::kWord, at.depth);
  });
  add(Rules::kTreeDepths, found.tree_depths,
      [&](const Witness& at) { return rules.tree_depth_message(at, source); });
  add(Rules::kEdgeDepths, found.edge_depths,
      [&](const Witness& at) { return rules.edge_message(at); });
  add(Rule::kSpan, found.span, [](const Witness& at) { return span_message(at.vertex, at.other); });
  add(Rule::kTreeEdges, found.tree_edges,
      [](const Witness& at) { return tree_edge_message(at.vertex, at.other); });
}

}  // namespace strider::detail

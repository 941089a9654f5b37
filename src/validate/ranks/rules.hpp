// What levels and distances have to fulfil, vertex by vertex and tuple by tuple, and the words for
// where they do not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ranks/edges/tuples.hpp"
#include "strider/types.hpp"
#include "strider/validate.hpp"
#include "validate/messages.hpp"
#include "validate/sssp_claim.hpp"

namespace strider::detail {

/// What a rule is broken by: the smallest vertex, and of what shows it there the smallest other
/// end. Travels between ranks with all that the message needs.
template <class Depth>
struct RankWitness {
  GlobalVertex vertex = kNoGlobalVertex;
  GlobalVertex other = kNoGlobalVertex;
  Depth depth{};
  Depth other_depth{};
  TreeFault fault = TreeFault::kNone;  ///< of rules on trees

  [[nodiscard]] bool found() const { return vertex != kNoGlobalVertex; }
  void merge(const RankWitness& witness) {
    if (witness.vertex < vertex || (witness.vertex == vertex && witness.other < other)) {
      *this = witness;
    }
  }
};

/// Rules on levels: every tuple is a hop, whatever its weight.
struct LevelRules {
  using Depth = Level;
  using Rule = BfsRule;
  static constexpr Depth kNone = kUnreached;
  static constexpr std::string_view kWord = "level";
  static constexpr Rule kTreeDepths = BfsRule::kTreeLevels;
  static constexpr Rule kEdgeDepths = BfsRule::kEdgeLevels;

  /// Whether a vertex by itself shows that its depth is wrong. Only of vertices without a fault.
  [[nodiscard]] static bool is_wrong(bool is_source, Depth depth, Depth parent_depth) {
    if (depth == kNone) return false;
    return is_source ? depth != 0 : std::uint64_t{depth} != std::uint64_t{parent_depth} + 1;
  }
  /// Whether a vertex is nearer than its child, so that there is no cycle through both.
  [[nodiscard]] static bool is_nearer(Depth parent_depth, Depth depth) {
    return parent_depth < depth;
  }
  template <class W>
  [[nodiscard]] static bool is_too_far(Depth from, Depth to, W) {
    return from != kNone && (to == kNone || to > std::uint64_t{from} + 1);
  }
  /// Whether a tuple from the parent makes the depth: is_wrong judges levels already.
  template <class W>
  [[nodiscard]] static bool closes(Depth, Depth, W) {
    return true;
  }
  [[nodiscard]] static std::string tree_depth_message(const RankWitness<Depth>& at,
                                                      GlobalVertex source) {
    if (at.vertex == source) return source_message(source, kWord, at.depth);
    return tree_level_message(at.vertex, at.depth, at.other, at.other_depth != kNone,
                              at.other_depth);
  }
  [[nodiscard]] static std::string edge_message(const RankWitness<Depth>& at) {
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
  /// 1 where tuples have no weights.
  template <class T>
  [[nodiscard]] static W length_of(T weight) {
    if constexpr (std::is_empty_v<T>) {
      return W{1};
    } else {
      return weight;
    }
  }
  [[nodiscard]] std::string tree_depth_message(const RankWitness<Depth>& at,
                                               GlobalVertex source) const {
    if (!lengths.is_distance(at.depth)) {
      return no_distance_message(at.vertex, at.depth, lengths.cutoff);
    }
    if (at.vertex == source) return source_message(source, kWord, at.depth);
    return tree_distance_message(at.vertex, at.depth, at.other, at.other_depth);
  }
  [[nodiscard]] static std::string edge_message(const RankWitness<Depth>& at) {
    return edge_distance_message(at.vertex, at.depth, at.other, at.other_depth);
  }
};

}  // namespace strider::detail

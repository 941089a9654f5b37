// What is wrong with a vertex of a claimed tree, in words. V is the type of vertices.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace strider::detail {

enum class TreeFault : std::uint8_t {
  kNone,
  kSourceUnreached,
  kSourceHasParent,     ///< other than itself
  kLevelWithoutParent,  ///< level or distance
  kParentWithoutLevel,
  kParentOutOfRange,
  kOwnParent,  ///< without being the source
  kParentUnreached
};

/// A vertex, its parent, and what the tree has them in.
template <class V>
struct TreeVertex {
  V vertex;
  V parent;
  V source;  ///< the vertex itself where it is one
  V num_vertices;
  bool has_parent;
  bool is_reached;  ///< has a level or a distance
};

/// What is wrong with v's parent, looking no further than the parent itself. parent_has_parent() is
/// asked only where the parent is a vertex.
template <class V, class Ask>
TreeFault tree_fault(const TreeVertex<V>& v, Ask&& parent_has_parent) {
  if (v.vertex == v.source && !v.has_parent) return TreeFault::kSourceUnreached;
  if (v.has_parent && !v.is_reached) return TreeFault::kParentWithoutLevel;
  if (!v.has_parent && v.is_reached) return TreeFault::kLevelWithoutParent;
  if (!v.has_parent) return TreeFault::kNone;
  if (v.parent >= v.num_vertices) return TreeFault::kParentOutOfRange;
  if (v.vertex == v.source) {
    return v.parent == v.vertex ? TreeFault::kNone : TreeFault::kSourceHasParent;
  }
  if (v.parent == v.vertex) return TreeFault::kOwnParent;
  return parent_has_parent() ? TreeFault::kNone : TreeFault::kParentUnreached;
}

/// `word` is what reached vertices have: a level, a distance; `depth` is v's.
template <class V, class Depth>
std::string tree_message(TreeFault fault, const TreeVertex<V>& v, std::string_view word,
                         Depth depth) {
  switch (fault) {
    case TreeFault::kSourceUnreached:
      return fmt::format("source {} has no parent; it must be its own", v.vertex);
    case TreeFault::kSourceHasParent:
      return fmt::format("source {} has parent {}; it must be its own", v.vertex, v.parent);
    case TreeFault::kLevelWithoutParent:
      return fmt::format("vertex {} has {} {}, but no parent", v.vertex, word, depth);
    case TreeFault::kParentWithoutLevel:
      return fmt::format("vertex {} has parent {}, but no {}", v.vertex, v.parent, word);
    case TreeFault::kParentOutOfRange:
      return fmt::format("vertex {} has parent {}, but the graph has only {} vertices", v.vertex,
                         v.parent, v.num_vertices);
    case TreeFault::kOwnParent:
      return fmt::format("vertex {} is its own parent, but source {} is the root", v.vertex,
                         v.source);
    case TreeFault::kParentUnreached:
      return fmt::format("vertex {} has parent {}, which was not reached", v.vertex, v.parent);
    case TreeFault::kNone:
      break;
  }
  return fmt::format("vertex {} is on a cycle of parents; its parent is {}", v.vertex, v.parent);
}

template <class V>
std::string source_message(V source, std::string_view word, auto depth) {
  return fmt::format("source {} has {} {}; it must be 0", source, word, depth);
}

/// Of a level that is not the parent's plus one.
template <class V>
std::string tree_level_message(V vertex, std::uint64_t level, V parent, bool parent_has_level,
                               std::uint64_t parent_level) {
  return parent_has_level ? fmt::format("vertex {} has level {}, but its parent {} has level {}",
                                        vertex, level, parent, parent_level)
                          : fmt::format("vertex {} has level {}, but its parent {} has no level",
                                        vertex, level, parent);
}

/// Of a level farther than the search was to go.
template <class V>
std::string beyond_limit_message(V vertex, std::uint64_t level, std::uint64_t limit) {
  return fmt::format("vertex {} has level {}, but the search was to end at level {}", vertex, level,
                     limit);
}

/// Of a distance that is none.
template <class V>
std::string no_distance_message(V vertex, auto distance, double cutoff) {
  return fmt::format("vertex {} has distance {}; distances must be 0 to {}", vertex, distance,
                     cutoff);
}

/// Of a distance that no edge from the parent makes.
template <class V, class Depth>
std::string tree_distance_message(V vertex, Depth distance, V parent, Depth parent_distance) {
  return fmt::format(
      "vertex {} has distance {}, but no edge from its parent {} of distance {} leads to this "
      "distance",
      vertex, distance, parent, parent_distance);
}

template <class V>
std::string edge_level_message(V vertex, std::uint64_t level, V other, std::uint64_t other_level) {
  return fmt::format("vertex {} has level {}, but there is an edge from vertex {} of level {}",
                     vertex, level, other, other_level);
}

template <class V, class Depth>
std::string edge_distance_message(V vertex, Depth distance, V other, Depth other_distance) {
  return fmt::format(
      "vertex {} has distance {}, but there is a shorter path through vertex {} of distance {}",
      vertex, distance, other, other_distance);
}

template <class V>
std::string span_message(V vertex, V other) {
  return fmt::format("vertex {} was not reached, but there is an edge from the reached vertex {}",
                     vertex, other);
}

template <class V>
std::string tree_edge_message(V vertex, V parent) {
  return fmt::format("vertex {} has parent {}, but no edge leads from that parent", vertex, parent);
}

}  // namespace strider::detail

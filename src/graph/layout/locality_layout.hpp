// A graph of high diameter laid out for top-down search in small steps.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// The first neighbours of a vertex: a quarter of a cache line, found without an offset, and
/// expanded without a branch on the degree.
struct LocalityRow {
  static constexpr std::size_t kWidth = 4;
  /// Set in the last entry where there are more neighbours than entries; the other bits are the
  /// position of the rest in LocalityLayout::overflow.
  static constexpr std::uint32_t kOverflow = 0x8000'0000U;

  /// Unused entries name the vertex itself, which has been visited when its row is read.
  std::array<std::uint32_t, kWidth> entries;

  [[nodiscard]] bool overflows() const { return (entries[kWidth - 1] & kOverflow) != 0; }
  [[nodiscard]] std::uint32_t overflow_position() const { return entries[kWidth - 1] & ~kOverflow; }
};

/// Vertices have positions: those of the core first, in blocks of breadth-first order, component
/// by component; then the trees hanging off the core, in the order of what they hang off, each in
/// preorder: a vertex before its children, each child's own tree without a gap.
struct LocalityLayout {
  /// 2^31 - 1: a bit of an entry is taken.
  static constexpr std::uint64_t kMaxVertices = LocalityRow::kOverflow - 1;

  /// A connected component. Its part of the core goes up to where that of the next one begins.
  struct Component {
    Vertex core_begin;
    Vertex num_vertices;  ///< trees included
    EdgeIndex num_edges;
  };

  Vertex num_vertices = 0;
  Vertex num_core = 0;
  SharedArray<Vertex> position_of;  ///< by vertex
  SharedArray<Vertex> vertex_at;    ///< by position
  /// The neighbours within the core of each vertex of the core, self-loops left out, by position.
  SharedArray<LocalityRow> rows;
  /// For each row that overflows: a count, and that many neighbours.
  SharedArray<std::uint32_t> overflow;
  /// For each position from num_core on, that of its neighbour toward the core: always a smaller
  /// one.
  SharedArray<Vertex> tree_parents;
  /// Ascending by core_begin.
  SharedArray<Component> components;

  /// Which component a position of the core lies in. O(log components).
  [[nodiscard]] std::size_t component_of(Vertex core_position) const;
  [[nodiscard]] Vertex component_core_end(std::size_t component) const {
    return component + 1 < components.size() ? components[component + 1].core_begin : num_core;
  }
  /// Neighbours within the core. Precondition: position < num_core.
  [[nodiscard]] std::uint32_t core_degree(Vertex position) const {
    const LocalityRow& row = rows[position];
    constexpr std::uint32_t kFull = LocalityRow::kWidth - 1;
    if (row.overflows()) return kFull + overflow[row.overflow_position()];
    return static_cast<std::uint32_t>(
        std::ranges::count_if(row.entries, [=](Vertex other) { return other != position; }));
  }
  /// The first position from `position` on at which a tree begins, or num_vertices. Precondition:
  /// num_core <= position <= num_vertices. O(size of a tree).
  [[nodiscard]] Vertex next_tree(Vertex position) const {
    while (position < num_vertices && tree_parents[position - num_core] >= num_core) ++position;
    return position;
  }
  [[nodiscard]] std::uint64_t bytes() const;
};

/// O(n + m), partly parallel; the result does not depend on the number of threads. Precondition:
/// `graph` is undirected. Throws UsageError where it has more than LocalityLayout::kMaxVertices
/// vertices or as many neighbours past the width of a row, MemoryError.
[[nodiscard]] std::shared_ptr<const LocalityLayout> make_locality_layout(const Graph& graph,
                                                                         int threads);

}  // namespace strider::detail

// What a search by lengths reads and writes besides its workspace.
#pragma once

#include "gpu/weighted_rows.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Lengths of arcs, and what searches know of vertices besides their nodes.
struct LengthArrays {
  WeightedArcs<u64> out;  ///< arcs out of vertices, with their lengths
  const u64* of_in;       ///< lengths of arcs into them
  u32 slack_shift;        ///< as ArcLengths has it
  u64 delta;              ///< by which the bound of near vertices is raised; kFar: there is none

  u64* distances;
  u32* lists;  ///< of vertices: of a round; then of those that steps lead to
  u32* marks;  ///< three bitmaps of distances; then a word a vertex of steps (length_walk.hpp)

  static constexpr u64 kFar = ~u64{0};

  /// Words of marks of one source: bitmaps of one or two vertices take three.
  [[nodiscard]] static constexpr u64 num_marks(u64 num_vertices) { return num_vertices + 2; }

  /// Of the workspace of that source, of a graph of so many vertices.
  STRIDER_DEVICE_FUNCTION LengthArrays of_workspace(u32 number, u32 num_vertices) const {
    const u64 first = u64{number} * num_vertices;
    LengthArrays workspace = *this;
    workspace.distances += first;
    workspace.lists += first;
    workspace.marks += u64{number} * num_marks(num_vertices);
    return workspace;
  }
  /// Whether a shortest path may take an arc of that length, which is not zero. Distances are
  /// known.
  STRIDER_DEVICE_FUNCTION bool is_step(u32 u, u32 v, u64 length) const {
    const u64 own = distances[u];
    const u64 other = distances[v];
    if (own == kFar) return false;
    const u64 slack = slack_shift == 0 ? 0 : other >> slack_shift;
    return own + length <= other + slack && own < other;
  }
};

}  // namespace strider::detail::STRIDER_DEVICE

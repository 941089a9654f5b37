// What a search by lengths reads and writes besides its workspace.
#pragma once

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;
using simt::u64;

/// Lengths of arcs, and what searches know of vertices besides their nodes.
struct LengthArrays {
  const u64* of_out;  ///< an arc out of a vertex
  const u64* of_in;
  u32 slack_shift;  ///< as ArcLengths has it
  u64 delta;        ///< by which the bound of near vertices is raised; kFar: there is none

  u64* distances;
  u32* lists;  ///< of vertices: of the next round; then of those that steps lead to
  u32* marks;  ///< of distances (length_distances.hpp); then of steps (length_walk.hpp)

  static constexpr u64 kFar = ~u64{0};

  /// Of the workspace of that source, of a graph of so many vertices.
  STRIDER_DEVICE_FUNCTION LengthArrays of_workspace(u32 number, u32 num_vertices) const {
    const u64 first = u64{number} * num_vertices;
    LengthArrays workspace = *this;
    workspace.distances += first;
    workspace.lists += first;
    workspace.marks += first;
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

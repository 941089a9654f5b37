// What a search by lengths reads and writes besides its workspace.
#pragma once

#include "algorithms/bc/zero_flow.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;
using simt::u64;

/// Trees of undirected edges of length zero, where there are some.
struct ZeroTrees {
  const u32* place_of;  ///< of each vertex, or kNoVertex; null: there are no trees
  const ZeroPlace* places;
  u32 num_places;
  ZeroFlow* flows;  ///< `num_places` for each source

  /// The place of v, or kNoVertex.
  STRIDER_DEVICE_FUNCTION u32 place(u32 v) const {
    return place_of == nullptr ? kNoVertex : simt::load_constant(&place_of[v]);
  }
  STRIDER_DEVICE_FUNCTION bool is_root(u32 place) const {
    return place != kNoVertex && places[place].parent == kNoVertex;
  }
  /// The vertex that stands for the tree.
  STRIDER_DEVICE_FUNCTION u32 root_of(u32 place) const {
    return places[places[place].begin].vertex;
  }
  STRIDER_DEVICE_FUNCTION ZeroFlows all_flows() const { return {places, flows}; }
};

/// Lengths of arcs, and what searches know of vertices besides their nodes.
template <class Length>
struct LengthArrays {
  const Length* of_out;  ///< an arc out of a vertex
  const Length* of_in;
  const u32* ranks;  ///< of equally far vertices, the order; null: there is none
  u32 slack_shift;   ///< as ArcLengths has it
  Length delta;      ///< by which the bound of near vertices is raised; kFar: there is none
  ZeroTrees trees;

  Length* distances;
  u64* relaxations;  ///< of 128 bits: the relaxations of a round, by target (length_distances.hpp)
  u32* lists;        ///< of vertices: of the next round; then of those that steps lead to
  u32* marks;        ///< of distances (length_distances.hpp); then of steps (length_walk.hpp)

  static constexpr Length kFar = ~Length{0};
  /// A device has atomic minima of 64 bits, and none of 128.
  static constexpr bool kHasMinima = sizeof(Length) <= sizeof(u64);

  /// Of the workspace of that source, of a graph of so many vertices.
  STRIDER_DEVICE_FUNCTION LengthArrays of_workspace(u32 number, u32 num_vertices) const {
    const u64 first = u64{number} * num_vertices;
    LengthArrays workspace = *this;
    workspace.distances += first;
    if (!kHasMinima) workspace.relaxations += first;
    workspace.lists += first;
    workspace.marks += first;
    workspace.trees.flows += u64{number} * trees.num_places;
    return workspace;
  }
  STRIDER_DEVICE_FUNCTION static Length length(const Length* lengths, u64 arc) {
    if constexpr (sizeof(Length) <= sizeof(u64)) {
      return simt::load_constant(&lengths[arc]);
    } else {
      return lengths[arc];
    }
  }
  /// Whether a shortest path may take an arc of that length. Distances are known.
  STRIDER_DEVICE_FUNCTION bool is_step(u32 u, u32 v, Length length) const {
    const Length own = distances[u];
    const Length other = distances[v];
    if (own == kFar) return false;
    const Length slack = slack_shift == 0 ? Length{0} : static_cast<Length>(other >> slack_shift);
    if (own + length > other + slack) return false;
    if (own != other) return own < other;
    return ranks != nullptr && simt::load_constant(&ranks[u]) < simt::load_constant(&ranks[v]);
  }
};

}  // namespace strider::detail::STRIDER_DEVICE

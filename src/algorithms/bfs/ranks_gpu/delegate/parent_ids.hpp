// What stands for the parent of a normal vertex on the device: a ParentId, or why there is none.
#pragma once

#include <cstdint>

#include "ranks/delegate/separated_graph.hpp"
#include "simt/types.hpp"
#include "strider/error.hpp"

namespace strider::detail {

inline constexpr simt::u32 kNoParentId = 0xFFFF'FFFFU;
/// Of an own delegate that other ranks found.
inline constexpr simt::u32 kOpenParentId = 0xFFFF'FFFEU;

/// Of a vertex that came from rank `rank`.
[[nodiscard]] constexpr simt::u32 arrived_id(int rank) {
  return kOpenParentId - 1 - static_cast<simt::u32>(rank);
}
/// Throws UsageError where parent ids do not number the vertices of the rank.
inline void require_parent_ids(const GraphDelegate& graph) {
  const int ranks = graph.owners.num_ranks();
  if (std::uint64_t{graph.num_delegates} + graph.num_local > arrived_id(ranks)) {
    throw UsageError("one rank has too many vertices for a device: start more ranks");
  }
}

[[nodiscard]] constexpr bool is_arrived_id(simt::u32 parent_id, int ranks) {
  return parent_id >= arrived_id(ranks - 1) && parent_id < kOpenParentId;
}
/// From an arrived_id and back.
[[nodiscard]] constexpr simt::u32 rank_of_arrived(simt::u32 parent_id) {
  return kOpenParentId - 1 - parent_id;
}

}  // namespace strider::detail

// What previsits tell the host of a level.
#pragma once

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;
using simt::u64;

/// Of the delegates in the frontier.
struct DelegateCounts {
  u64 dd_arcs;
  u64 dn_arcs;
  u32 vertices;
  u32 dd_rows;  ///< with arcs
  u32 dn_rows;
  u32 dd_unvisited;  ///< rows with arcs of delegates that have not been visited
  u32 dn_unvisited;
};

/// Of the normal vertices in the frontier.
struct NormalCounts {
  u64 nd_arcs;
  u64 nn_arcs;
  u32 nd_rows;
  u32 nn_rows;
  u32 nd_unvisited;
};

/// Normal vertices found in a search, level after level, are one queue.
struct QueueMarks {
  u32 size;
  u32 arrived_begin;  ///< of those that came from other ranks on this level
};

}  // namespace strider::detail::STRIDER_DEVICE

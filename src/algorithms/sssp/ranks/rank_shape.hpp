// How many rows and local ids a rank has.
#pragma once

#include <cstdint>

#include "strider/types.hpp"

namespace strider::detail {

/// Rows and local ids have one numbering. The first local ids are the rank's own vertices: where
/// such a distance falls, the row goes into the bucket of it. Where another falls, the local id has
/// changed, and whether it has a row too is the scheme's affair: push().
struct RankShape {
  Vertex num_own = 0;
  Vertex num_rows = 0;  ///< at least num_own
  Vertex num_local_ids = 0;
  std::uint64_t num_arcs = 0;
};

}  // namespace strider::detail

// How many rows and columns a rank has.
#pragma once

#include <cstdint>

#include "strider/types.hpp"

namespace strider::detail {

/// Rows and columns have one numbering. The first columns are the rank's own vertices: where such a
/// distance falls, the row goes into the bucket of it. Where another falls, the column has changed,
/// and whether it has a row too is the scheme's affair: push().
struct ColumnShape {
  Vertex num_own = 0;
  Vertex num_rows = 0;  ///< at least num_own
  Vertex num_columns = 0;
  std::uint64_t num_arcs = 0;
};

}  // namespace strider::detail

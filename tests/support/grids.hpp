// The grids that tests of searches on a grid of ranks go through.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "partition/grid.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {

/// All grids of so many ranks.
inline std::vector<detail::Grid> grids() {
  std::vector<detail::Grid> all;
  const int ranks = test_world().size();
  for (int rows = 1; rows <= ranks; ++rows) {
    if (ranks % rows == 0) all.push_back({rows, ranks / rows});
  }
  return all;
}

/// body(grid) for all of them; what fails names its grid.
template <class Body>
void on_every_grid(const Body& body) {
  for (const detail::Grid grid : grids()) {
    SCOPED_TRACE(detail::grid_name(grid));
    body(grid);
  }
}

}  // namespace strider::test

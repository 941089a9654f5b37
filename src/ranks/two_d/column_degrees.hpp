// The arcs out of each vertex of a graph on a grid, of which every rank of a column holds some.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"
#include "ranks/two_d/graph_2d.hpp"
#include "strider/array.hpp"

namespace strider::detail {

class ColumnDegrees {
 public:
  /// What counting takes of a rank's memory, the degrees included.
  [[nodiscard]] static std::uint64_t bytes(const GridPlace& place);

  /// Counts the entries of graph.by_source. `column` are the ranks of a column of the grid. Throws
  /// MemoryError. Does not communicate.
  ColumnDegrees(Graph2d& graph, const comm::Communicator& column, int threads);

  /// Fills the degrees of `graph`, and its numbers of all ranks: the ranks of a column add up what
  /// each holds of a vertex; its owner gives the sum back to all of them. Collective.
  void sum(const comm::Communicator& world, const comm::Communicator& column, Graph2d& graph);

 private:
  int threads_;
  std::vector<std::uint64_t> counts_;
  Array<std::uint32_t> mine_;      // by column
  Array<std::uint32_t> received_;  // by column
};

}  // namespace strider::detail

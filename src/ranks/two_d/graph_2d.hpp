// A graph on a grid of ranks: each holds a block of the adjacency matrix (partition/grid.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "graph/local_matrix.hpp"
#include "partition/grid.hpp"
#include "partition/owner_map.hpp"
#include "ranks/memory/memory_steps.hpp"
#include "ranks/two_d/column_names.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

class EdgeSource;  // ranks/edges/edge_source.hpp

struct Graph2dSettings {
  /// near_square_grid where it is not given.
  std::optional<Grid> grid = std::nullopt;
  Shuffle shuffle = {};
  MatrixFormat format = MatrixFormat::kAuto;
  /// Of weighted graphs, which of parallel edges stays; not kKeep.
  Duplicates duplicates = Duplicates::kRemove;
  int threads = 1;
  /// Edges read at a time, and what counts as a node, as in RedistributeSettings.
  std::uint64_t chunk = 0;
  int ranks_per_node = 0;
  /// Of arcs on their way. kAuto: wide where 64 bits do not hold a row and a column.
  enum class Entries : std::uint8_t { kAuto, kWide } entries = Entries::kAuto;
  /// kAuto: left out where may_leave_out() says so (partition/grid.hpp).
  enum class Isolated : std::uint8_t { kAuto, kLeftOut } isolated = Isolated::kAuto;

  /// Throws UsageError where the grid does not have so many ranks.
  [[nodiscard]] Grid grid_of(int ranks) const;
};

/// One rank's part. Self-loops and duplicates are gone; an undirected edge stands both ways.
/// Vertices without arcs may have no places (Graph2dSettings::isolated), if that makes the largest
/// block shorter by an eighth or more: what is said below of the places of a block.
struct Graph2d {
  OwnerMap owners;
  GridPlace place;
  ColumnNames names;
  Directedness directedness = Directedness::kUndirected;
  /// The arcs from the vertex of a column to that of a row.
  LocalMatrix by_source;
  /// The transpose.
  LocalMatrix by_target;
  /// Arcs out of each vertex that this rank owns, those on other ranks included, by its place and
  /// padded with zeros to a block.
  Array<std::uint32_t> degrees;
  /// The same of the vertex of each column.
  Array<std::uint32_t> column_degrees;
  // Of all ranks:
  std::uint64_t num_arcs = 0;
  std::uint64_t num_sources = 0;  ///< vertices with arcs out
  /// What each step of the building took of this rank's memory.
  std::vector<MemoryStep> memory;

  /// Bytes of the arrays that stay.
  [[nodiscard]] std::uint64_t bytes() const {
    return by_source.bytes() + by_target.bytes() + degrees.span().size_bytes() +
           column_degrees.span().size_bytes() + names.bytes();
  }
};

/// Distributes the edges of `source`. Throws on all ranks: UsageError where the grid does not have
/// as many ranks as `world`, the graph is too large for it or an end of an edge is no vertex,
/// MemoryError before memory is taken that is not there, and what reading throws.
/// O(arcs / p * log(degree)) work a rank where arcs are spread evenly. Collective.
[[nodiscard]] Graph2d build_graph_2d(const comm::Communicator& world, const EdgeSource& source,
                                     const Graph2dSettings& settings);

}  // namespace strider::detail

// The fewest bytes that a search must move through a device's memory.
#pragma once

#include <cstdint>
#include <span>

#include "strider/bfs.hpp"

namespace benchmark {

/// What the floor is counted from.
struct FloorCounts {
  std::uint64_t num_vertices;
  std::uint64_t num_arcs;      ///< adjacency entries of the graph: an undirected edge has two
  std::uint64_t offset_bytes;  ///< of a row's begin: 4 below 2^32 adjacency entries, else 8
};

/// Bytes, from the levels that a search went through, each in its direction:
/// - once: an eighth of a byte a vertex to clear the bitmap of the visited, and 8 a vertex reached
///   for its parent and level;
/// - a level top-down: of each vertex of the frontier, 4 bytes in the queue and its row's two
///   offsets; 4 bytes an adjacency entry of the frontier; 4 bytes in the next queue a vertex found;
/// - a level bottom-up: 4 bytes a vertex found, whose first look was lucky; of the vertices that
///   stay unvisited, 4 bytes an adjacency entry: they have asked all their neighbours.
/// Left out is what a cache of the second level holds (bitmaps), what a search may do without (the
/// open list, changes between queue and bitmap), and that memory moves 32 bytes where 4 are wanted.
[[nodiscard]] double floor_bytes(const FloorCounts& graph,
                                 std::span<const strider::BfsLevelTrace> levels);

}  // namespace benchmark

// The fewest bytes that a search for shortest paths must move through a device's memory if it
// relaxes every arc. One that pulls reads a part of them, and may be faster than that.
#pragma once

#include <cstdint>

namespace benchmark {

/// What the floor is counted from.
struct PathFloorCounts {
  std::uint64_t num_vertices;
  std::uint64_t reached;         ///< vertices
  std::uint64_t arcs;            ///< adjacency entries of these
  std::uint64_t offset_bytes;    ///< of a row's begin: 4 below 2^32 adjacency entries, else 8
  std::uint64_t weight_bytes;    ///< of one
  std::uint64_t distance_bytes;  ///< of one, as kernels work with it
};

/// Bytes, as if every vertex were relaxed once, when its distance is final:
/// - once: a distance a vertex to clear it, and three bits in bitmaps;
/// - a vertex reached: its distance written and read, 4 bytes in a queue written and read, two
///   offsets of its row;
/// - an adjacency entry of these: 4 bytes and its weight.
/// Left out is what a cache of the second level may hold: distances of targets, bits.
[[nodiscard]] inline double floor_bytes(const PathFloorCounts& counts) {
  constexpr double kWord = 4;
  constexpr double kBitmapBytes = 3.0 / 8;
  const auto distance = static_cast<double>(counts.distance_bytes);
  return static_cast<double>(counts.num_vertices) * (distance + kBitmapBytes) +
         static_cast<double>(counts.reached) *
             (2 * distance + 2 * kWord + 2 * static_cast<double>(counts.offset_bytes)) +
         static_cast<double>(counts.arcs) * (kWord + static_cast<double>(counts.weight_bytes));
}

}  // namespace benchmark

// The integer types of a graph on one machine.
#pragma once

#include <cstdint>

namespace strider {

/// A vertex of a graph on one machine: 0 .. n-1, with n at most kMaxVertices.
using Vertex = std::uint32_t;
/// A position in an adjacency array, or a number of edges.
using EdgeIndex = std::uint64_t;
/// A number of hops from the source.
using Level = std::uint32_t;
/// A vertex of a graph too large for 32 bits, as generators and file slices deliver it.
using GlobalVertex = std::uint64_t;

/// "No such vertex": the parent of an unreached vertex.
inline constexpr Vertex kNoVertex = 0xFFFF'FFFFU;
/// The largest number of vertices of a graph on one machine.
inline constexpr std::uint64_t kMaxVertices = 0xFFFF'FFFFULL;
/// The level of an unreached vertex.
inline constexpr Level kUnreached = 0xFFFF'FFFFU;

/// Whether an edge {u, v} may be walked both ways.
enum class Directedness : std::uint8_t { kUndirected, kDirected };

}  // namespace strider

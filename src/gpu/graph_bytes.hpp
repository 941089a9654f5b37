// What a graph takes of a device's memory.
#pragma once

#include <cstdint>

#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider::detail {

/// Kernels advance by all threads of a grid (kMostThreads of launch_shape.hpp), in 32 bits.
inline constexpr std::uint64_t kMostDeviceVertices = (std::uint64_t{1} << 32U) - (1U << 23U);
/// Throws UsageError where a graph has more vertices.
void require_device_vertices(std::uint64_t num_vertices);
[[nodiscard]] std::uint64_t device_adjacency_bytes(std::uint64_t num_vertices,
                                                   std::uint64_t num_arcs);
[[nodiscard]] std::uint64_t device_graph_bytes(const PreparedGraph& graph);

}  // namespace strider::detail

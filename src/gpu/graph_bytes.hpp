// What a graph takes of a device's memory.
#pragma once

#include <cstdint>

#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider::detail {

/// Whether offsets fit into 32 bits.
[[nodiscard]] bool has_small_device_offsets(const Graph& graph);
[[nodiscard]] std::uint64_t device_graph_bytes(const PreparedGraph& graph);

}  // namespace strider::detail

// The local part of a 1D search on the cores of a host.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "algorithms/bfs/ranks/one_d/local.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Bytes that the search below and its result take, a layout for bottom-up steps not included.
[[nodiscard]] std::uint64_t predict_host_search_1d_bytes(const Graph1d& graph, int threads);

/// Of a graph that outlives it. The degrees of all local ids, or none where there is no bottom-up.
/// Throws MemoryError.
[[nodiscard]] std::unique_ptr<Local1d> make_host_local(
    const Graph1d& graph, std::optional<std::span<const std::uint32_t>> degrees_by_local_id,
    int threads, comm::Encoding encoding);

}  // namespace strider::detail

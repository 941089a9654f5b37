// A graph of high diameter laid out for top-down search in small steps.
#pragma once

#include <cstdint>
#include <memory>

#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

struct PatchLayout;

/// Precondition: `graph` is undirected. Throws MemoryError.
[[nodiscard]] std::shared_ptr<const PatchLayout> make_patch_layout(const Graph& graph, int threads);

}  // namespace strider::detail

// A graph of low diameter laid out for bottom-up search.
#pragma once

#include <cstdint>
#include <memory>

#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

struct DegreeLayout;

/// Precondition: `graph` is undirected. Throws MemoryError.
[[nodiscard]] std::shared_ptr<const DegreeLayout> make_degree_layout(const Graph& graph,
                                                                     int threads);

}  // namespace strider::detail

// Whether a locality layout from a file is that of its graph.
#pragma once

#include <string>

#include "graph/layout/locality_layout.hpp"

namespace strider::detail {

/// Throws InputError, naming `origin`, where `layout` could lead a search of `graph` out of its
/// arrays: positions, entries of rows or parents out of range, components or overflow out of order.
/// O(n), partly parallel. Precondition: sizes as locality_layout_from_sections checks them.
void check_locality_layout_bounds(const LocalityLayout& layout, const Graph& graph,
                                  const std::string& origin, int threads);

/// Throws InputError, naming `origin`, where `layout` could lead a search out of its arrays or to
/// other edges than those of `graph`: positions that are no permutation, trees, components or
/// overflow out of order, rows and trees that are not the graph's adjacency (by a sum of hashes,
/// see ArcSums), counts that are wrong. That a component is connected is not checked. O(n + m),
/// partly parallel. Preconditions: sizes as locality_layout_from_sections checks them; the graph
/// passed check_csr, is undirected and symmetric. Throws MemoryError.
void check_locality_layout(const LocalityLayout& layout, const Graph& graph,
                           const std::string& origin, int threads);

}  // namespace strider::detail

// Whether a layout by degree from a file is that of its graph.
#pragma once

#include <string>

#include "graph/layout/degree_layout.hpp"

namespace strider::detail {

/// Throws InputError, naming `origin`, where `layout` could lead a search of `graph` out of its
/// arrays: candidates that are no vertices, rows of candidates out of order, masks that contradict
/// the degrees. Whether the candidates are neighbours is not checked. Precondition: sizes as
/// degree_layout_from_sections checks them; the graph passed check_csr. O(n), parallel.
void check_degree_layout_bounds(const DegreeLayout& layout, const Graph& graph,
                                const std::string& origin, int threads);

/// Throws InputError, naming `origin`, where `layout` is not the one that make_degree_layout makes
/// of `graph`: which depends on nothing else, so that it is made and compared. Precondition: the
/// graph passed check_csr and is undirected. O(n + m), parallel. Throws MemoryError.
void check_degree_layout(const DegreeLayout& layout, const Graph& graph, const std::string& origin,
                         int threads);

}  // namespace strider::detail

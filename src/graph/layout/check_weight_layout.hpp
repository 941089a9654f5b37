// Whether a layout by weight from a file is that of its graph.
#pragma once

#include <string>

#include "graph/layout/weight_layout.hpp"

namespace strider::detail {

/// Throws InputError, naming `origin`, where `layout` could lead a search of `graph` out of its
/// arrays or keep it from ending: rows or targets out of range, positions that are no permutation,
/// weights below zero, not a number, or finite and above the largest that the layout names.
/// Precondition: sizes as weight_layout_from_sections checks them; the graph passed check_csr. O(n
/// + m), parallel.
template <class W>
void check_weight_layout_bounds(const WeightLayout<W>& layout, const Graph& graph,
                                const std::string& origin, int threads);

/// Throws InputError, naming `origin`, where `layout` is not the one that make_weight_layout makes
/// of `graph`. Precondition: the graph passed check_csr and is undirected. O(n + m log(degree)),
/// parallel. Throws MemoryError.
template <class W>
void check_weight_layout(const WeightLayout<W>& layout, const WeightedGraph<W>& graph,
                         const std::string& origin, int threads);

}  // namespace strider::detail

// Which layouts a container stores.
#pragma once

#include <string>

#include "graph/layout/sections.hpp"
#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider::native {

/// The parts of the graph's layout. Precondition: layout() is not kNone.
[[nodiscard]] detail::LayoutSections layout_to_sections(const PreparedGraph& prepared);

/// `graph` with the layout of that kind. Throws InputError where its parts do not fit.
[[nodiscard]] PreparedGraph layout_from_sections(const detail::LayoutSections& sections,
                                                 Layout layout, const Graph& graph);

/// Throws InputError, naming `origin`, where a layout could lead a search out of its arrays, which
/// layout_from_sections does not look at. Precondition: the graph passed check_csr. O(n), parallel.
void check_layout_bounds(const PreparedGraph& prepared, const std::string& origin, int threads);

/// Looks at all of a layout, which layout_from_sections does not. Throws InputError, naming
/// `origin`, where it is not that of its graph; MemoryError. Precondition: that of
/// check_locality_layout.
void check_layout(const PreparedGraph& prepared, const std::string& origin, int threads);

// The same of the layout by weight that a weighted graph brings.

/// None where it brings none.
[[nodiscard]] detail::LayoutSections weight_layout_to_sections(const AnyGraph& graph);
[[nodiscard]] AnyGraph with_weight_layout(const AnyGraph& graph,
                                          const detail::LayoutSections& sections);
void check_weight_layout_bounds(const AnyGraph& graph, const std::string& origin, int threads);
void check_weight_layout(const AnyGraph& graph, const std::string& origin, int threads);

}  // namespace strider::native

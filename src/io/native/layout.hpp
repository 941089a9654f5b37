// Which kind of layout a container stores.
#pragma once

#include "graph/layout/sections.hpp"
#include "strider/prepare.hpp"

namespace strider::native {

/// The parts of the graph's layout. Precondition: layout() is not kNone.
[[nodiscard]] detail::LayoutSections layout_to_sections(const PreparedGraph& prepared);

/// `graph` with the layout of that kind. Throws InputError where its parts do not fit.
[[nodiscard]] PreparedGraph layout_from_sections(const detail::LayoutSections& sections,
                                                 Layout layout, const Graph& graph);

}  // namespace strider::native

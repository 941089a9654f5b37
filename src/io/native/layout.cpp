#include "io/native/layout.hpp"

namespace strider::native {

detail::LayoutSections layout_to_sections(const PreparedGraph& prepared) {
  return prepared.layout() == Layout::kDegree ? detail::to_sections(*prepared.degree_layout())
                                              : detail::to_sections(*prepared.patch_layout());
}

PreparedGraph layout_from_sections(const detail::LayoutSections& sections, Layout layout,
                                   const Graph& graph) {
  if (layout == Layout::kDegree) {
    return PreparedGraph(graph, detail::degree_layout_from_sections(sections, graph));
  }
  return PreparedGraph(graph, detail::patch_layout_from_sections(sections, graph));
}

}  // namespace strider::native

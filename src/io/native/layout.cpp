#include "io/native/layout.hpp"

#include "graph/layout/check_degree_layout.hpp"
#include "graph/layout/check_patch_layout.hpp"
#include "strider/error.hpp"

namespace strider::native {

detail::LayoutSections layout_to_sections(const PreparedGraph& prepared) {
  return prepared.layout() == Layout::kDegree ? detail::to_sections(*prepared.degree_layout())
                                              : detail::to_sections(*prepared.patch_layout());
}

PreparedGraph layout_from_sections(const detail::LayoutSections& sections, Layout layout,
                                   const Graph& graph) {
  if (graph.is_directed()) {
    throw InputError(sections.origin(), 0, "has a layout, which directed graphs have not: corrupt");
  }
  if (layout == Layout::kDegree) {
    return PreparedGraph(graph, detail::degree_layout_from_sections(sections, graph));
  }
  return PreparedGraph(graph, detail::patch_layout_from_sections(sections, graph));
}

void check_layout(const PreparedGraph& prepared, const std::string& origin, int threads) {
  if (prepared.layout() == Layout::kDegree) {
    detail::check_degree_layout(*prepared.degree_layout(), prepared.graph(), origin, threads);
  } else if (prepared.layout() == Layout::kPatches) {
    detail::check_patch_layout(*prepared.patch_layout(), prepared.graph(), origin, threads);
  }
}

}  // namespace strider::native

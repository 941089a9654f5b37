#include "io/native/layout.hpp"

#include "strider/error.hpp"

namespace strider::native {

detail::LayoutSections layout_to_sections(const PreparedGraph& prepared) {
  if (prepared.layout() == Layout::kPatches) return detail::to_sections(*prepared.patch_layout());
  throw UnavailableError("this build stores no degree layouts in containers");
}

PreparedGraph layout_from_sections(const detail::LayoutSections& sections, Layout layout,
                                   const Graph& graph) {
  if (layout == Layout::kPatches) {
    return PreparedGraph(graph, detail::patch_layout_from_sections(sections, graph));
  }
  throw UnavailableError(sections.origin() + ": this build reads no degree layouts");
}

}  // namespace strider::native

#include "io/native/layout.hpp"

#include "strider/error.hpp"

namespace strider::native {

detail::LayoutSections layout_to_sections(const PreparedGraph&) {
  throw UnavailableError("this build stores no layouts in containers");
}

PreparedGraph layout_from_sections(const detail::LayoutSections& sections, Layout, const Graph&) {
  throw UnavailableError(sections.origin() + ": this build reads no layouts from containers");
}

}  // namespace strider::native

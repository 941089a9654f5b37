#include "graph/layout/check_degree_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graph/layout/sections.hpp"
#include "strider/error.hpp"

namespace strider::detail {

void check_degree_layout(const DegreeLayout& layout, const Graph& graph, const std::string& origin,
                         int threads) {
  const auto made = make_degree_layout(graph, threads);
  const LayoutSections expected = to_sections(*made);
  const LayoutSections found = to_sections(layout);
  const auto refuse = [&](const std::string& name) {
    throw InputError(origin, 0,
                     fmt::format("the degree layout's '{}' does not match the graph, or another "
                                 "version of this library wrote it: prepare the graph again",
                                 name));
  };
  for (std::size_t i = 0; i < expected.scalars().size(); ++i) {
    const auto& scalar = expected.scalars()[i];
    if (found.scalars()[i].value != scalar.value) refuse(scalar.name);
  }
  for (std::size_t i = 0; i < expected.arrays().size(); ++i) {
    const auto& array = expected.arrays()[i];
    const auto& other = found.arrays()[i];
    if (!std::equal(array.bytes.begin(), array.bytes.end(), other.bytes.begin(),
                    other.bytes.end())) {
      refuse(array.name);
    }
  }
}

}  // namespace strider::detail

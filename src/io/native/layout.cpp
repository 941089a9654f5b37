#include "io/native/layout.hpp"

#include "graph/layout/check_degree_layout.hpp"
#include "graph/layout/check_locality_layout.hpp"
#include "strider/error.hpp"

namespace strider::native {

detail::LayoutSections layout_to_sections(const PreparedGraph& prepared) {
  return prepared.layout() == Layout::kDegree ? detail::to_sections(*prepared.degree_layout())
                                              : detail::to_sections(*prepared.locality_layout());
}

PreparedGraph layout_from_sections(const detail::LayoutSections& sections, Layout layout,
                                   const Graph& graph) {
  if (graph.is_directed()) {
    throw InputError(sections.origin(), 0,
                     "is corrupt: it is directed, but has a layout for undirected graphs");
  }
  if (layout == Layout::kDegree) {
    return PreparedGraph(graph, detail::degree_layout_from_sections(sections, graph));
  }
  return PreparedGraph(graph, detail::locality_layout_from_sections(sections, graph));
}

void check_layout_bounds(const PreparedGraph& prepared, const std::string& origin, int threads) {
  const Graph& graph = prepared.graph();
  if (prepared.layout() == Layout::kDegree) {
    detail::check_degree_layout_bounds(*prepared.degree_layout(), graph, origin, threads);
  } else if (prepared.layout() == Layout::kLocality) {
    detail::check_locality_layout_bounds(*prepared.locality_layout(), graph, origin, threads);
  }
}

void check_layout(const PreparedGraph& prepared, const std::string& origin, int threads) {
  if (prepared.layout() == Layout::kDegree) {
    detail::check_degree_layout(*prepared.degree_layout(), prepared.graph(), origin, threads);
  } else if (prepared.layout() == Layout::kLocality) {
    detail::check_locality_layout(*prepared.locality_layout(), prepared.graph(), origin, threads);
  }
}

}  // namespace strider::native

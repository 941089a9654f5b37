#include "io/native/layout.hpp"

#include <type_traits>
#include <variant>

#include "graph/layout/check_degree_layout.hpp"
#include "graph/layout/check_locality_layout.hpp"
#include "graph/layout/check_weight_layout.hpp"
#include "strider/error.hpp"

namespace strider::native {
namespace {

void refuse_directed(const Graph& graph, const detail::LayoutSections& sections) {
  if (!graph.is_directed()) return;
  throw InputError(sections.origin(), 0,
                   "is corrupt: it is directed, but has a layout for undirected graphs");
}

template <class W>
WeightedGraph<W> laid_out(const WeightedGraph<W>& graph, const detail::LayoutSections& sections) {
  return {graph.topology(), graph.weights(),
          detail::weight_layout_from_sections<W>(sections, graph.topology())};
}

/// Calls body(graph) if that has a layout by weight.
template <class Body>
void visit_laid_out(const AnyGraph& graph, const Body& body) {
  std::visit(
      [&]<class G>(const G& weighted) {
        if constexpr (!std::is_same_v<G, Graph>) {
          if (weighted.layout()) body(weighted);
        }
      },
      graph);
}

}  // namespace

detail::LayoutSections layout_to_sections(const PreparedGraph& prepared) {
  return prepared.layout() == Layout::kDegree ? detail::to_sections(*prepared.degree_layout())
                                              : detail::to_sections(*prepared.locality_layout());
}

PreparedGraph layout_from_sections(const detail::LayoutSections& sections, Layout layout,
                                   const Graph& graph) {
  refuse_directed(graph, sections);
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

detail::LayoutSections weight_layout_to_sections(const AnyGraph& graph) {
  detail::LayoutSections sections;
  visit_laid_out(graph,
                 [&](const auto& weighted) { sections = detail::to_sections(*weighted.layout()); });
  return sections;
}

AnyGraph with_weight_layout(const AnyGraph& graph, const detail::LayoutSections& sections) {
  refuse_directed(topology(graph), sections);
  if (const auto* floats = std::get_if<WeightedGraph<float>>(&graph)) {
    return laid_out(*floats, sections);
  }
  if (const auto* doubles = std::get_if<WeightedGraph<double>>(&graph)) {
    return laid_out(*doubles, sections);
  }
  if (const auto* integers = std::get_if<WeightedGraph<std::uint32_t>>(&graph)) {
    return laid_out(*integers, sections);
  }
  throw InputError(sections.origin(), 0,
                   "is corrupt: it has no weights, but has a layout by weight");
}

void check_weight_layout_bounds(const AnyGraph& graph, const std::string& origin, int threads) {
  visit_laid_out(graph, [&](const auto& weighted) {
    detail::check_weight_layout_bounds(*weighted.layout(), weighted.topology(), origin, threads);
  });
}

void check_weight_layout(const AnyGraph& graph, const std::string& origin, int threads) {
  visit_laid_out(graph, [&](const auto& weighted) {
    detail::check_weight_layout(*weighted.layout(), weighted, origin, threads);
  });
}

}  // namespace strider::native

#include <type_traits>
#include <variant>

#include "graph/layout/weight_layout.hpp"
#include "strider/prepare.hpp"

namespace strider {

PreparedGraph::PreparedGraph(Graph graph) : graph_(std::move(graph)) {}

PreparedGraph::PreparedGraph(Graph graph, std::shared_ptr<const detail::DegreeLayout> layout)
    : graph_(std::move(graph)), degree_(std::move(layout)) {}

PreparedGraph::PreparedGraph(Graph graph, std::shared_ptr<const detail::LocalityLayout> layout)
    : graph_(std::move(graph)), locality_(std::move(layout)) {}

Layout PreparedGraph::layout() const {
  if (degree_) return Layout::kDegree;
  return locality_ ? Layout::kLocality : Layout::kNone;
}

std::uint64_t weight_layout_bytes(const AnyGraph& graph) {
  return std::visit(
      []<class G>(const G& weighted) -> std::uint64_t {
        if constexpr (std::is_same_v<G, Graph>) {
          return 0;
        } else {
          return weighted.layout() ? detail::extra_bytes(*weighted.layout()) : 0;
        }
      },
      graph);
}

AnyGraph without_weight_layout(const AnyGraph& graph) {
  return std::visit(
      []<class G>(const G& typed) -> AnyGraph {
        if constexpr (std::is_same_v<G, Graph>) {
          return typed;
        } else {
          return G(typed.topology(), typed.weights());
        }
      },
      graph);
}

std::string_view layout_name(Layout layout) {
  switch (layout) {
    case Layout::kNone:
      return "none";
    case Layout::kDegree:
      return "degree";
    case Layout::kLocality:
      return "locality";
  }
  return "unknown";
}

}  // namespace strider

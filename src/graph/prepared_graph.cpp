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

#include "strider/prepare.hpp"

namespace strider {

PreparedGraph::PreparedGraph(Graph graph) : graph_(std::move(graph)) {}

PreparedGraph::PreparedGraph(Graph graph, std::shared_ptr<const detail::DegreeLayout> layout)
    : graph_(std::move(graph)), degree_(std::move(layout)) {}

PreparedGraph::PreparedGraph(Graph graph, std::shared_ptr<const detail::PatchLayout> layout)
    : graph_(std::move(graph)), patches_(std::move(layout)) {}

Layout PreparedGraph::layout() const {
  if (degree_) return Layout::kDegree;
  return patches_ ? Layout::kPatches : Layout::kNone;
}

std::string_view layout_name(Layout layout) {
  switch (layout) {
    case Layout::kNone:
      return "none";
    case Layout::kDegree:
      return "degree";
    case Layout::kPatches:
      return "patches";
  }
  return "unknown";
}

}  // namespace strider

#include "conformance/checked_search.hpp"

#include "strider/bfs.hpp"

namespace strider::test {

std::vector<NamedGraph> taken_shapes(const TakenGraphs& taken) {
  static const std::vector<NamedGraph> kShapes = search_graphs();
  std::vector<NamedGraph> shapes;
  for (const NamedGraph& shape : kShapes) {
    if (shape.graph.is_directed() && !taken.directed) continue;
    if (shape.graph.num_vertices() > taken.most_vertices) continue;
    if (num_levels(shape.graph) <= taken.most_levels) shapes.push_back(shape);
  }
  return shapes;
}

Level num_levels(const Graph& graph) {
  return bfs(graph, 0, {.method = BfsMethod::kSerial, .threads = 1}).num_levels();
}

}  // namespace strider::test

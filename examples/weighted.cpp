// Three questions about a weighted graph: the shortest path between two vertices, the lightest
// forest that holds it together, and the vertex that most shortest paths lead through.
#include <algorithm>
#include <iostream>
#include <strider/strider.hpp>
#include <string>

namespace {

strider::Vertex vertex_of(const strider::Graph& graph, const char* label) {
  const auto vertex = graph.labels().find(label, graph.num_vertices());
  if (!vertex) throw strider::UsageError(std::string("no vertex ") + label);
  return *vertex;
}

template <class W>
void answer(const strider::WeightedGraph<W>& graph, const char* source, const char* target) {
  const strider::Labels& labels = graph.topology().labels();
  const strider::Vertex from = vertex_of(graph.topology(), source);
  const strider::Vertex to = vertex_of(graph.topology(), target);

  const strider::SsspResult<W> paths = strider::sssp(graph, from);
  std::cout << "path of length " << paths.distances()[to] << ':';
  for (const strider::Vertex v : paths.path_to(to)) std::cout << ' ' << labels.label(v);
  std::cout << '\n';

  const strider::MsfResult<W> forest = strider::msf(graph);
  std::cout << "forest of weight " << forest.weight() << ", " << forest.num_trees() << " trees\n";

  const strider::BetweennessResult between = strider::betweenness(graph);
  const auto highest = std::max_element(between.scores.begin(), between.scores.end());
  const auto place = static_cast<strider::Vertex>(highest - between.scores.begin());
  std::cout << "highest betweenness " << *highest << " at " << labels.label(place) << '\n';
}

void answer(const strider::Graph& graph, const char* source, const char* target) {
  answer(strider::with_unit_weights(graph), source, target);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::cerr << "usage: weighted GRAPH SOURCE TARGET\n";
    return 2;
  }
  const strider::LoadedGraph loaded =
      strider::read_graph(argv[1], {.directedness = strider::Directedness::kUndirected});
  std::visit([&](const auto& graph) { answer(graph, argv[2], argv[3]); }, loaded.graph);
  return 0;
} catch (const strider::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}

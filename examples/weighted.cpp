// Three questions about a weighted graph: the shortest path between two vertices, the lightest
// forest that holds it together, and the vertex that most shortest paths lead through.
#include <algorithm>
#include <iostream>
#include <strider/strider.hpp>

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::cerr << "usage: weighted GRAPH SOURCE TARGET\n";
    return 2;
  }
  const strider::LoadedGraph graph =
      strider::read_graph(argv[1], {.directedness = strider::Directedness::kUndirected});
  const strider::Labels& labels = strider::topology(graph).labels();
  const strider::Vertex target = strider::vertex_of(graph, argv[3]);

  const auto paths = strider::sssp(graph, strider::vertex_of(graph, argv[2]));
  std::cout << "path of length " << paths.distance(target) << ':';
  for (const strider::Vertex v : paths.path_to(target)) std::cout << ' ' << labels.label(v);
  std::cout << '\n';

  const auto forest = strider::msf(graph);
  std::cout << "forest of weight " << forest.weight() << ", " << forest.num_trees() << " trees\n";

  const auto between = strider::betweenness(graph);
  const auto highest = std::max_element(between.scores.begin(), between.scores.end());
  const auto vertex = static_cast<strider::Vertex>(highest - between.scores.begin());
  std::cout << "highest betweenness " << *highest << " at " << labels.label(vertex) << '\n';
  return 0;
} catch (const strider::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}

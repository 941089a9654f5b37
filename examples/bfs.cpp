// Reads a graph, searches it, prints how far its vertices are from the source.
#include <iostream>
#include <strider/strider.hpp>
#include <string>

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::cerr << "usage: bfs GRAPH SOURCE\n";
    return 2;
  }
  const strider::LoadedGraph loaded = strider::read_graph(argv[1]);
  const strider::Graph& graph = strider::topology(loaded.graph);
  const auto source = graph.labels().find(argv[2], graph.num_vertices());
  if (!source) throw strider::UsageError(std::string("no vertex ") + argv[2]);

  strider::BfsSolver solver(graph);
  const strider::BfsResult tree = solver.run(*source);
  std::cout << tree.num_reached() << " vertices reached in " << tree.num_levels() << " levels\n";
  for (strider::Vertex v = 0; v < graph.num_vertices() && v < 5; ++v) {
    std::cout << graph.labels().label(v) << ": ";
    if (tree.levels()[v] == strider::kUnreached) {
      std::cout << "unreached\n";
    } else {
      std::cout << tree.levels()[v] << '\n';
    }
  }
  return 0;
} catch (const strider::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}

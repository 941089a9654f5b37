// Reads a graph, searches it, prints how far its vertices are from the source.
#include <iostream>
#include <strider/strider.hpp>

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::cerr << "usage: bfs GRAPH SOURCE\n";
    return 2;
  }
  const strider::LoadedGraph graph = strider::read_graph(argv[1]);
  const strider::Vertex source = strider::vertex_of(graph, argv[2]);

  const strider::BfsResult tree = strider::bfs(graph, source);
  std::cout << tree.num_reached() << " vertices reached in " << tree.num_levels() << " levels\n";
  const strider::Labels& labels = strider::topology(graph).labels();
  for (strider::Vertex v = 0; v < tree.parents().size() && v < 5; ++v) {
    std::cout << labels.label(v) << ": ";
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

// Builds a graph from arrays of one's own and asks for the shortest path.
#include <iostream>
#include <strider/strider.hpp>
#include <vector>

int main() try {
  const std::vector<strider::Vertex> sources = {0, 0, 1, 2, 3};
  const std::vector<strider::Vertex> targets = {1, 2, 3, 3, 4};
  const std::vector<double> lengths = {1.5, 0.5, 1, 3, 2};

  const strider::AnyGraph graph = strider::build_any_graph(
      strider::make_edge_list(sources, targets, strider::Directedness::kUndirected, lengths));
  const auto paths = strider::sssp(std::get<strider::WeightedGraph<double>>(graph), 0);

  std::cout << "path of length " << paths.distances()[4] << ':';
  for (const strider::Vertex v : paths.path_to(4)) std::cout << ' ' << v;
  std::cout << '\n';
  return 0;
} catch (const strider::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}

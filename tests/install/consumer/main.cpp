#include <cstdio>
#include <strider/strider.hpp>
#include <utility>

int main() {
  strider::EdgeList list;
  list.num_vertices = 5;
  list.edges = strider::Array<strider::Edge>(3);
  list.edges[0] = {0, 1};
  list.edges[1] = {0, 2};
  list.edges[2] = {2, 3};
  const strider::Graph graph = strider::build_graph(std::move(list));
  const strider::BfsResult tree = strider::bfs(graph, 0);
  std::printf("reached %u of %u vertices in %u levels\n", tree.num_reached(), graph.num_vertices(),
              tree.num_levels());
  return 0;
}

#include <cstdio>
#include <strider/dist.hpp>
#include <strider/dist_msf.hpp>
#include <utility>

int main() {
  const strider::Cluster cluster;
  // An edge on each of the first ranks.
  constexpr strider::GlobalEdge kEdges[] = {{0, 1}, {0, 2}, {2, 3}};
  const auto rank = static_cast<std::size_t>(cluster.rank());
  const auto size = static_cast<std::size_t>(cluster.size());
  std::size_t count = 0;
  for (std::size_t i = rank; i < 3; i += size) ++count;
  strider::Array<strider::GlobalEdge> mine(count);
  for (std::size_t i = 0; i < count; ++i) mine[i] = kEdges[rank + i * size];
  const strider::DistGraph graph(
      cluster, strider::DistInput::from_edges(cluster, 5, strider::Directedness::kUndirected,
                                              std::move(mine)));
  strider::DistBfsSolver solver(graph);
  const strider::DistBfsResult tree = solver.run(0);
  const auto forest = strider::DistMsfSolver<std::uint32_t>(graph).run();
  if (cluster.rank() == 0) {
    std::printf("reached %llu of %llu vertices on %d ranks\n",
                static_cast<unsigned long long>(tree.num_reached()),
                static_cast<unsigned long long>(graph.num_vertices()), cluster.size());
    std::printf("a forest of %llu trees\n", static_cast<unsigned long long>(forest.num_trees()));
  }
  return 0;
}

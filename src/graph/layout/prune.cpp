#include "graph/layout/prune.hpp"

#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"

namespace strider::detail {

Pruning prune_trees(const Csr& csr, int threads) {
  const Vertex n = csr.num_vertices();
  Pruning result{.num_core = n};
  Workspace workspace;
  workspace.declare("degrees in the core", result.core_degree, n);
  workspace.declare("the ways to the core", result.toward_core, n);
  workspace.take("the trees of the graph", HostMemory());
  Vertex* const degree = result.core_degree.data();
  // The exclusive or of all neighbours that are left: the last one itself when one is left, which
  // is then found without looking through the list.
  Vertex* const link = result.toward_core.data();
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
    sequential_for(begin, end, [&](std::size_t i) {
      const auto u = static_cast<Vertex>(i);
      Vertex count = 0;
      Vertex combined = 0;
      for (const Vertex v : csr.neighbors(u)) {
        if (v == u) continue;
        ++count;
        combined ^= v;
      }
      degree[u] = count;
      link[u] = combined;
    });
  });

  sequential_for(0, n, [&](std::size_t first) {
    // Taking a leaf away may make its neighbour the next one.
    for (auto leaf = static_cast<Vertex>(first); degree[leaf] == 1;) {
      const Vertex neighbor = link[leaf];
      degree[leaf] = Pruning::kPruned;
      --result.num_core;
      --degree[neighbor];
      link[neighbor] ^= leaf;
      leaf = neighbor;
    }
  });
  return result;
}

}  // namespace strider::detail

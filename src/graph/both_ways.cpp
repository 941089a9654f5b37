#include "graph/both_ways.hpp"

#include <algorithm>
#include <utility>

#include "base/parallel.hpp"
#include "base/workspace.hpp"

namespace strider::detail {

Graph both_ways(const Graph& graph, int threads) {
  if (!graph.is_directed()) return graph;
  const Csr& out = graph.out();
  const Csr& in = graph.in(threads);
  const std::size_t n = graph.num_vertices();
  Array<EdgeIndex> offsets;
  Array<Vertex> targets;
  Workspace workspace;
  workspace.declare("the offsets", offsets, n + 1);
  workspace.declare("the neighbours", targets, 2 * graph.num_arcs());
  workspace.take("an undirected copy of the graph", HostMemory());
  offsets[0] = 0;
  parallel_for(0, n, threads, [&](std::size_t i) {
    const auto v = static_cast<Vertex>(i);
    offsets[i + 1] = out.offsets()[i + 1] + in.offsets()[i + 1];
    auto* const end =
        std::ranges::copy(out.neighbors(v), targets.data() + out.offsets()[i] + in.offsets()[i])
            .out;
    std::ranges::copy(in.neighbors(v), end);
  });
  return Graph(Csr(std::move(offsets), std::move(targets)), Directedness::kUndirected,
               2 * graph.num_self_loops());
}

}  // namespace strider::detail

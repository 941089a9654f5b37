#include "graph/reached_edges.hpp"

#include <algorithm>

#include "base/parallel.hpp"

namespace strider::detail {

ReachedEdges::ReachedEdges(const Graph& graph, int threads) : directed_(graph.is_directed()) {
  if (directed_ || graph.num_self_loops() == 0) return;
  const Csr& csr = graph.out();
  std::vector<std::vector<Loops>> found(static_cast<std::size_t>(threads));
  parallel_chunks(csr.num_vertices(), threads, [&](std::size_t begin, std::size_t end, int thread) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto v = static_cast<Vertex>(i);
      const auto row = csr.neighbors(v);
      const auto count = std::count(row.begin(), row.end(), v);
      if (count == 0) continue;
      found[static_cast<std::size_t>(thread)].push_back({v, static_cast<EdgeIndex>(count)});
    }
  });
  for (const auto& part : found) loops_.insert(loops_.end(), part.begin(), part.end());
}

}  // namespace strider::detail

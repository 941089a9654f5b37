#include "graph/transpose.hpp"

#include <algorithm>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"

namespace strider {

Csr transpose(const Csr& csr, int threads) {
  const Vertex n = csr.num_vertices();
  const EdgeIndex m = csr.num_arcs();
  Array<EdgeIndex> offsets;
  Array<EdgeIndex> next;
  Array<Vertex> sources;
  detail::Workspace workspace;
  workspace.declare("where rows begin", offsets, n + 1ULL);
  workspace.declare("the places in rows", next, n + 1ULL);
  workspace.declare("the rows", sources, m);
  workspace.take("the transpose of the graph", detail::HostMemory());
  std::fill(offsets.begin(), offsets.end(), EdgeIndex{0});
  const auto targets = csr.targets().span();
  parallel_for(0, m, threads,
               [&](std::size_t i) { fetch_add_relaxed(offsets[targets[i]], EdgeIndex{1}); });
  exclusive_scan(offsets.span(), threads);
  std::copy(offsets.begin(), offsets.end(), next.begin());
  parallel_for(
      0, n, threads,
      [&](std::size_t u) {
        for (const Vertex v : csr.neighbors(static_cast<Vertex>(u))) {
          sources[fetch_add_relaxed(next[v], EdgeIndex{1})] = static_cast<Vertex>(u);
        }
      },
      256);
  // Threads append in any order; sorting makes the result independent of their race.
  if (threads > 1) {
    parallel_for(
        0, n, threads,
        [&](std::size_t v) {
          std::sort(sources.data() + offsets[v], sources.data() + offsets[v + 1]);
        },
        256);
  }
  return {std::move(offsets), std::move(sources)};
}

}  // namespace strider

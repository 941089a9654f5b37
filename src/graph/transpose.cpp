#include "graph/transpose.hpp"

#include <algorithm>

#include "base/atomics.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"

namespace strider {

Csr transpose(const Csr& csr, int threads) {
  const Vertex n = csr.num_vertices();
  const EdgeIndex m = csr.num_arcs();
  require_memory(saturating_add(saturating_mul(n + 1ULL, 2 * sizeof(EdgeIndex)),
                                saturating_mul(m, sizeof(Vertex))),
                 "the transpose of the graph");
  Array<EdgeIndex> offsets(n + 1ULL, 0);
  Array<Vertex> sources(m);
  const auto targets = csr.targets().span();
  parallel_for(0, m, threads,
               [&](std::size_t i) { fetch_add_relaxed(offsets[targets[i]], EdgeIndex{1}); });
  exclusive_scan(offsets.span(), threads);
  Array<EdgeIndex> next = Array<EdgeIndex>::copy_of(offsets.span());
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

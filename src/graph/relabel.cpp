#include <algorithm>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "strider/graph.hpp"

namespace strider {
namespace {

Csr relabel_csr(const Csr& csr, const Permutation& permutation, int threads) {
  const Vertex n = csr.num_vertices();
  require_memory(saturating_add(saturating_mul(n + 1ULL, sizeof(EdgeIndex)),
                                saturating_mul(csr.num_arcs(), sizeof(Vertex))),
                 "the relabelled graph");
  Array<EdgeIndex> offsets(n + 1ULL);
  parallel_for(0, n, threads,
               [&](std::size_t v) { offsets[v] = csr.degree(permutation.to_old[v]); });
  offsets[n] = 0;
  exclusive_scan(offsets.span(), threads);
  Array<Vertex> targets(csr.num_arcs());
  parallel_for(
      0, n, threads,
      [&](std::size_t v) {
        Vertex* row = targets.data() + offsets[v];
        Vertex* next = row;
        for (const Vertex u : csr.neighbors(permutation.to_old[v])) {
          *next++ = permutation.to_new[u];
        }
        std::sort(row, next);
      },
      256);
  return {std::move(offsets), std::move(targets)};
}

}  // namespace

Graph relabel(const Graph& graph, const Permutation& permutation, int threads) {
  threads = resolve_threads(threads);
  std::optional<Csr> in;
  if (graph.is_directed() && graph.has_transpose()) {
    in = relabel_csr(graph.in(), permutation, threads);
  }
  return Graph(relabel_csr(graph.out(), permutation, threads), graph.directedness(),
               graph.num_self_loops(), graph.labels().permuted(permutation.to_old.span()),
               std::move(in));
}

}  // namespace strider

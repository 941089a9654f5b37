// Edge connectivity. Of an undirected graph by contraction (contraction.cpp); of a directed one,
// the least of the maximum flows from each vertex to the next one, around: some vertex on the side
// of the source of a smallest cut is followed by one on the other side.
#include <cstdint>
#include <limits>
#include <mutex>
#include <utility>

#include "algorithms/flow/contraction.hpp"
#include "base/parallel.hpp"
#include "strider/flow.hpp"

namespace strider {
namespace {

EdgeConnectivity least_flow(const Graph& graph, int threads,
                            const EdgeConnectivityOptions& options) {
  const Vertex n = graph.num_vertices();
  const WeightedGraph<std::uint32_t> unit = with_unit_weights(graph, threads);
  static_cast<void>(graph.in(threads));
  EdgeConnectivity best{std::numeric_limits<std::uint64_t>::max(), {}};
  Vertex best_source = kNoVertex;
  std::uint64_t done = 0;
  std::mutex mutex;
  parallel_for(
      0, n, threads,
      [&](std::size_t i) {
        const auto source = static_cast<Vertex>(i);
        {
          const std::lock_guard lock(mutex);
          if (best.value == 0 && best_source < source) return;
        }
        MaxFlow<std::uint32_t> flow =
            max_flow(unit, source, source + 1 < n ? source + 1 : 0, {.threads = 1});
        const std::lock_guard lock(mutex);
        // Hundreds of times, however many vertices.
        if (++done % (n / 512 + 1) == 0 && options.on_progress) options.on_progress(done, n);
        if (std::pair(flow.value, source) >= std::pair(best.value, best_source)) return;
        best = {flow.value, std::move(flow.sides)};
        best_source = source;
      },
      1);
  return best;
}

}  // namespace

EdgeConnectivity edge_connectivity(const Graph& graph, const EdgeConnectivityOptions& options) {
  const int threads = resolve_threads(options.threads);
  const Vertex n = graph.num_vertices();
  if (n < 2) return {0, CutSides(n, 0)};
  return graph.is_directed() ? least_flow(graph, threads, options)
                             : detail::contract_to_least_cut(graph, options);
}

}  // namespace strider

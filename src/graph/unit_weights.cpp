#include <algorithm>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "strider/graph.hpp"

namespace strider {

WeightedGraph<std::uint32_t> with_unit_weights(const Graph& graph, int threads) {
  threads = resolve_threads(threads);
  const EdgeIndex m = graph.num_arcs();
  require_memory(saturating_mul(m, sizeof(std::uint32_t)), "weights of 1 for every edge");
  Array<std::uint32_t> weights(m);
  parallel_chunks(m, threads, [&](std::size_t begin, std::size_t end, int) {
    std::fill(weights.begin() + begin, weights.begin() + end, 1U);
  });
  return {graph, std::move(weights)};
}

}  // namespace strider

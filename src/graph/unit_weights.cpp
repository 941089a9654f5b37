#include <algorithm>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/graph.hpp"

namespace strider {

WeightedGraph<std::uint32_t> with_unit_weights(const Graph& graph, int threads) {
  threads = resolve_threads(threads);
  const EdgeIndex m = graph.num_arcs();
  auto weights = detail::take_array<Array<std::uint32_t>>(m, "weights of 1 for every edge");
  parallel_chunks(m, threads, [&](std::size_t begin, std::size_t end, int) {
    std::fill(weights.begin() + begin, weights.begin() + end, 1U);
  });
  return {graph, std::move(weights)};
}

}  // namespace strider

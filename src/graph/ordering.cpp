#include <algorithm>
#include <numeric>
#include <vector>

#include "base/parallel.hpp"
#include "base/parallel_sort.hpp"
#include "base/random.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "graph/layout/block_order.hpp"
#include "strider/graph.hpp"

namespace strider {
namespace {

/// Counting sort by descending degree; equal degrees keep their order. With parallel edges kept a
/// degree may be far above n, and so the counters: such a graph is sorted by comparison.
void order_by_degree(const Csr& csr, std::span<Vertex> to_old) {
  const Vertex n = csr.num_vertices();
  EdgeIndex largest = 0;
  for (Vertex v = 0; v < n; ++v) largest = std::max(largest, csr.degree(v));
  if (largest > n) {
    std::iota(to_old.begin(), to_old.end(), Vertex{0});
    sort_in_parts(to_old, [&](Vertex a, Vertex b) {
      return csr.degree(a) != csr.degree(b) ? csr.degree(a) > csr.degree(b) : a < b;
    });
    return;
  }
  std::vector<Vertex> next(largest + 2, 0);
  for (Vertex v = 0; v < n; ++v) ++next[largest - csr.degree(v) + 1];
  for (std::size_t d = 1; d < next.size(); ++d) next[d] += next[d - 1];
  sequential_for(0, n, [&](std::size_t i) {
    const auto v = static_cast<Vertex>(i);
    to_old[next[largest - csr.degree(v)]++] = v;
  });
}

/// Fisher and Yates.
void order_at_random(std::uint64_t seed, std::span<Vertex> to_old) {
  for (std::size_t v = 0; v < to_old.size(); ++v) to_old[v] = static_cast<Vertex>(v);
  CounterRng rng(seed, 0);
  const std::size_t n = to_old.size();
  sequential_for(1, n, [&](std::size_t i) {
    const std::size_t v = n - i;  // the last place first
    std::swap(to_old[v], to_old[rng.below(v + 1)]);
  });
}

}  // namespace

Permutation make_ordering(const Graph& graph, Ordering ordering, std::uint64_t seed) {
  const Vertex n = graph.num_vertices();
  constexpr const char* kPurpose = "an order of the vertices";
  auto to_old = detail::take_array<Array<Vertex>>(n, kPurpose);
  switch (ordering) {
    case Ordering::kDegree:
      order_by_degree(graph.out(), to_old.span());
      break;
    case Ordering::kRandom:
      order_at_random(seed, to_old.span());
      break;
    case Ordering::kLocality: {
      auto placed = detail::take_array<std::vector<std::uint8_t>>(n, kPurpose);
      to_old = detail::order_in_blocks(graph.out(), placed, n).to_old;
      break;
    }
  }
  auto to_new = detail::take_array<Array<Vertex>>(n, kPurpose);
  sequential_for(0, n, [&](std::size_t v) { to_new[to_old[v]] = static_cast<Vertex>(v); });
  return {std::move(to_new), std::move(to_old)};
}

}  // namespace strider

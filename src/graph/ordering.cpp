#include <algorithm>
#include <vector>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "strider/graph.hpp"

namespace strider {
namespace {

/// Counting sort by descending degree; equal degrees keep their order.
void order_by_degree(const Csr& csr, std::span<Vertex> to_old) {
  const Vertex n = csr.num_vertices();
  EdgeIndex largest = 0;
  for (Vertex v = 0; v < n; ++v) largest = std::max(largest, csr.degree(v));
  std::vector<Vertex> next(largest + 2, 0);
  for (Vertex v = 0; v < n; ++v) ++next[largest - csr.degree(v) + 1];
  for (std::size_t d = 1; d < next.size(); ++d) next[d] += next[d - 1];
  for (Vertex v = 0; v < n; ++v) to_old[next[largest - csr.degree(v)]++] = v;
}

/// Fisher and Yates.
void order_at_random(std::uint64_t seed, std::span<Vertex> to_old) {
  for (std::size_t v = 0; v < to_old.size(); ++v) to_old[v] = static_cast<Vertex>(v);
  CounterRng rng(seed, 0);
  for (std::size_t v = to_old.size(); v > 1; --v) std::swap(to_old[v - 1], to_old[rng.below(v)]);
}

/// Breadth-first search in patches: when a patch is full, what it would have reached next seeds
/// later patches. A patch's vertices and most of their neighbours then share pages and cache lines.
void order_by_patches(const Csr& csr, std::span<Vertex> to_old) {
  constexpr std::size_t kPatch = 1024;
  const Vertex n = csr.num_vertices();
  std::vector<bool> placed(n, false);
  std::vector<Vertex> seeds;
  std::size_t next_seed = 0;
  std::size_t count = 0;
  for (Vertex root = 0; root < n; ++root) {
    if (placed[root]) continue;
    seeds.push_back(root);
    while (next_seed < seeds.size()) {
      const Vertex seed = seeds[next_seed++];
      if (placed[seed]) continue;
      placed[seed] = true;
      const std::size_t begin = count;
      to_old[count++] = seed;
      for (std::size_t i = begin; i < count; ++i) {
        for (const Vertex v : csr.neighbors(to_old[i])) {
          if (placed[v]) continue;
          if (count - begin == kPatch) {
            seeds.push_back(v);
          } else {
            placed[v] = true;
            to_old[count++] = v;
          }
        }
      }
    }
    seeds.clear();
    next_seed = 0;
  }
}

}  // namespace

Permutation make_ordering(const Graph& graph, Ordering ordering, std::uint64_t seed) {
  const Vertex n = graph.num_vertices();
  Array<Vertex> to_old(n);
  switch (ordering) {
    case Ordering::kDegree:
      order_by_degree(graph.out(), to_old.span());
      break;
    case Ordering::kRandom:
      order_at_random(seed, to_old.span());
      break;
    case Ordering::kLocality:
      order_by_patches(graph.out(), to_old.span());
      break;
  }
  Array<Vertex> to_new(n);
  for (std::size_t v = 0; v < n; ++v) to_new[to_old[v]] = static_cast<Vertex>(v);
  return {std::move(to_new), std::move(to_old)};
}

}  // namespace strider

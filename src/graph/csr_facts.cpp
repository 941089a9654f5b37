#include "graph/csr_facts.hpp"

#include <functional>

#include "base/atomics.hpp"
#include "base/parallel.hpp"

namespace strider {
namespace {

/// The sum over all vertices of what of(v) says.
template <class T, class F>
T sum_over_vertices(Vertex n, int threads, F&& of) {
  T total = 0;
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
    T sum = 0;
    for (std::size_t v = begin; v < end; ++v) sum += of(static_cast<Vertex>(v));
    fetch_add_relaxed(total, sum);
  });
  return total;
}

}  // namespace

ArcSums arc_sums(const Csr& csr, int threads) {
  ArcSums all;
  parallel_chunks(csr.num_vertices(), threads, [&](std::size_t begin, std::size_t end, int) {
    ArcSums sums;
    for (std::size_t i = begin; i < end; ++i) {
      const auto v = static_cast<Vertex>(i);
      for (const Vertex u : csr.neighbors(v)) sums.add(v, u);
    }
    fetch_add_relaxed(all.up, sums.up);
    fetch_add_relaxed(all.down, sums.down);
    fetch_add_relaxed(all.loops, sums.loops);
  });
  return all;
}

EdgeIndex count_self_loops(const Csr& csr, int threads) {
  return sum_over_vertices<EdgeIndex>(csr.num_vertices(), threads, [&](Vertex v) {
    const auto row = csr.neighbors(v);
    return static_cast<EdgeIndex>(std::count(row.begin(), row.end(), v));
  });
}

bool rows_strictly_ascend(const Csr& csr, int threads) {
  return sum_over_vertices<Vertex>(csr.num_vertices(), threads, [&](Vertex v) -> Vertex {
           const auto row = csr.neighbors(v);
           return std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) != row.end();
         }) == 0;
}

Vertex count_isolated(const Graph& graph, int threads) {
  const Csr& out = graph.out();
  const Csr& in = graph.in(threads);
  return sum_over_vertices<Vertex>(graph.num_vertices(), threads, [&](Vertex v) -> Vertex {
    return out.degree(v) == 0 && in.degree(v) == 0;
  });
}

}  // namespace strider

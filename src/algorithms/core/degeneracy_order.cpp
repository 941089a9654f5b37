// An order in which vertices can be removed.
#include <algorithm>
#include <cstddef>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "strider/core.hpp"

namespace strider {

Array<Vertex> degeneracy_order(const Graph& graph, const CoreResult& result) {
  constexpr std::size_t kVerticesTogether = 1U << 14U;  // between two looks at the stop flag
  const Vertex n = graph.num_vertices();
  const std::span<const std::uint32_t> cores = result.cores.span();
  Array<Vertex> order;
  Array<std::size_t> ends;         // by core number: of the queue of these vertices
  Array<std::uint32_t> remaining;  // edges that lead to vertices that have not been removed
  detail::Workspace workspace;
  workspace.declare("the order", order, n);
  workspace.declare("the queues", ends, std::size_t{result.degeneracy} + 2);
  workspace.declare("the degrees", remaining, n);
  workspace.take("the degeneracy order", detail::HostMemory());
  std::ranges::fill(ends, std::size_t{0});
  for (const std::uint32_t core : cores) ++ends[core + std::size_t{1}];
  for (std::size_t k = 1; k < ends.size(); ++k) ends[k] += ends[k - 1];
  Array<std::size_t> heads = Array<std::size_t>::copy_of(ends.span());

  const auto for_each_edge = [&](Vertex u, const auto& body) {
    const auto follow = [&](const Csr& rows) {
      for (const Vertex v : rows.neighbors(u)) {
        if (v != u && cores[v] >= cores[u]) body(v);
      }
    };
    follow(graph.out());
    if (graph.is_directed()) follow(graph.in());
  };
  const auto append = [&](Vertex v) { order[ends[cores[v]]++] = v; };
  sequential_for(0, n, [&](std::size_t i) {
    const auto u = static_cast<Vertex>(i);
    remaining[u] = 0;
    for_each_edge(u, [&](Vertex) { ++remaining[u]; });
    if (remaining[u] <= cores[u]) append(u);
  });
  for (std::uint32_t k = 0; n > 0 && k <= result.degeneracy; ++k) {
    for (std::size_t& head = heads[k]; head < ends[k]; ++head) {
      if (head % kVerticesTogether == 0) throw_if_stopped();
      for_each_edge(order[head], [&](Vertex v) {
        if (cores[v] == k && remaining[v]-- == k + 1) append(v);
      });
    }
  }
  return order;
}

}  // namespace strider

// Validation of core numbers by their definition: nothing is peeled in the order of a search.
#include "strider/core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "strider/threads.hpp"
#include "validate/core_findings.hpp"
#include "validate/findings.hpp"

namespace strider {

CoreValidation validate_core(const Graph& graph, std::span<const std::uint32_t> cores,
                             int threads) {
  constexpr std::size_t kVerticesTogether = 1U << 14U;  // between two looks at the stop flag
  const Vertex n = graph.num_vertices();
  if (cores.size() != n) {
    throw UsageError(
        fmt::format("validation: got {} core numbers for a graph of {} vertices", cores.size(), n));
  }
  threads = resolve_threads(threads);
  const auto for_each_edge = [&, in = graph.is_directed() ? &graph.in(threads) : nullptr](
                                 Vertex u, const auto& body) {
    for (const Csr* const rows : {&graph.out(), in}) {
      if (rows == nullptr) continue;
      for (const Vertex v : rows->neighbors(u)) {
        if (v != u) body(v);
      }
    }
  };
  // By vertex: the edges that lead to vertices of no smaller core number and have not been removed.
  auto edges = detail::take_array<Array<EdgeIndex>>(n, "the validation of core numbers");
  using detail::CoreFindings;
  CoreFindings found =
      detail::find_in_vertices<CoreFindings>(n, threads, [&](Vertex v, CoreFindings& mine) {
        edges[v] = 0;
        for_each_edge(v, [&](Vertex u) { edges[v] += cores[u] >= cores[v] ? 1 : 0; });
        if (edges[v] < cores[v]) mine.note_too_few(v, cores[v], edges[v]);
      });
  std::vector<Vertex> removed;
  for (Vertex v = 0; v < n; ++v) {
    if (edges[v] <= cores[v]) removed.push_back(v);
  }
  // Vertices of one core number that cannot be removed do not hinder those of another.
  for (std::size_t i = 0; i < removed.size(); ++i) {
    if (i % kVerticesTogether == 0) throw_if_stopped();
    const Vertex u = removed[i];
    for_each_edge(u, [&](Vertex v) {
      if (cores[v] == cores[u] && edges[v]-- == cores[v] + EdgeIndex{1}) removed.push_back(v);
    });
  }
  for (Vertex v = 0; v < n && removed.size() < n; ++v) {
    if (edges[v] > cores[v]) found.note_not_peeled(v, cores[v]);
  }
  return found.validation();
}

}  // namespace strider

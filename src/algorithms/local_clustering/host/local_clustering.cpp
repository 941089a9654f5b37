// Local clustering on the threads of a host: finds every triangle once, at its corner of lowest
// degree (Chiba and Nishizeki 1985; Latapy 2008):
//
//   lead every edge to its end of higher degree
//   for all u:
//     mark the targets of u
//     for all targets v of u, for all targets w of v: if w is marked, u, v and w are a triangle
//
// What a triangle adds to v and w is kept beside the targets of u until all of u are found.
#include "strider/local_clustering.hpp"

#include <utility>
#include <vector>

#include "algorithms/local_clustering/coefficients.hpp"
#include "algorithms/local_clustering/host/oriented_edges.hpp"
#include "algorithms/local_clustering/marks.hpp"
#include "base/atomics.hpp"
#include "graph/edge_map.hpp"

namespace strider {
namespace {

using namespace detail;

/// Adds what the triangles with `u` as their corner of lowest degree are to all corners.
void count_triangles(const OrientedEdges& edges, Vertex u, Marks& marks,
                     std::span<std::uint64_t> links) {
  const std::span<const Vertex> row = edges.row(u);
  if (row.size() < 2) return;
  std::uint64_t of_u = 0;
  marks.set(row);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::span<const Vertex> next = edges.row(row[i]);
    std::uint64_t of_v = 0;
    for (std::size_t k = 0; k < next.size(); ++k) {
      if (!marks.has(next[k])) continue;
      const std::size_t place = marks.place(next[k]);
      of_u += edges.arcs(row[i], k);
      of_v += edges.arcs(u, place);
      marks.found[place] += edges.arcs(u, i);
    }
    marks.found[i] += of_v;
  }
  marks.clear(row);
  fetch_add_relaxed(links[u], of_u);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (marks.found[i] > 0) fetch_add_relaxed(links[row[i]], marks.found[i]);
  }
}

}  // namespace

LocalClusteringResult local_clustering(const Graph& graph, const LocalClusteringOptions& options) {
  constexpr std::size_t kRows = 64;
  const int threads = resolve_threads(options.threads);
  const Vertex n = graph.num_vertices();
  const OrientedEdges edges(graph, threads);
  LocalClusteringResult result;
  std::vector<Marks> marks(static_cast<std::size_t>(threads));
  Workspace workspace;
  workspace.declare("the coefficients", result.coefficients, n);
  workspace.declare("the links", result.links, n);
  for (Marks& of_thread : marks) of_thread.declare(workspace, n);
  workspace.take("local clustering", HostMemory());
  std::ranges::fill(result.links, 0);
  const std::size_t between_reports = n / 512 + 1;
  std::size_t done = 0;
  parallel_workers(threads, [&](Worker& worker) {
    const int thread = worker.member().thread();
    Marks& mine = marks[static_cast<std::size_t>(thread)];
    std::size_t reported = 0;
    worker.for_chunks(n, kRows, [&](std::size_t begin, std::size_t end) {
      worker.member().attempt([&] {
        const auto count = [&](std::size_t u) {
          count_triangles(edges, static_cast<Vertex>(u), mine, result.links.span());
        };
        sequential_for(begin, end, count, 1);  // rows may have sqrt(2 m) targets of as many each
        const std::size_t until = fetch_add_relaxed(done, end - begin) + end - begin;
        if (thread != 0 || !options.on_progress || until - reported < between_reports) return;
        reported = until;
        options.on_progress(until, n);
      });
    });
  });
  parallel_for(0, n, threads, [&](std::size_t v) {
    result.coefficients[v] =
        coefficient(edges.degree(static_cast<Vertex>(v)), result.links[v], graph.directedness());
  });
  ClusteringSums sums;
  for (Vertex v = 0; v < n; ++v) sums.add(result.coefficients[v], result.links[v]);
  static_cast<LocalClusteringSummary&>(result) = sums.summary(n, graph.directedness());
  return result;
}

}  // namespace strider

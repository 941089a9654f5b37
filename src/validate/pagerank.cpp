// Validation of PageRank: one iteration, by sending along the edges from each vertex.
#include <fmt/format.h>

#include <atomic>

#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "validate/findings.hpp"
#include "validate/page_rank_findings.hpp"

namespace strider {
namespace {

/// weight(arc) is that of entry `arc` of the adjacency.
template <class WeightOf>
PageRankValidation validate(const Graph& graph, std::span<const double> scores,
                            const PageRankOptions& options, const WeightOf& weight) {
  constexpr std::size_t kRows = 256;
  const Vertex n = graph.num_vertices();
  if (scores.size() != n) {
    throw UsageError(
        fmt::format("validation: got {} scores for a graph of {} vertices", scores.size(), n));
  }
  const std::vector<double>& jumps = options.personalization;
  if (!jumps.empty() && jumps.size() != n) {
    throw UsageError(fmt::format("validation: got {} jumps for {} vertices", jumps.size(), n));
  }
  const int threads = resolve_threads(options.threads);
  auto came = detail::take_array<Array<double>>(n, "the validation of PageRank");
  std::fill(came.begin(), came.end(), 0);
  std::atomic<double> dangling = 0;
  parallel_for(
      0, n, threads,
      [&](std::size_t u) {
        const EdgeIndex begin = graph.out().offsets()[u];
        const EdgeIndex end = graph.out().offsets()[u + 1];
        double weights = 0;
        for (EdgeIndex arc = begin; arc < end; ++arc) weights += weight(arc);
        // relaxed: read once all threads have met.
        if (weights == 0) dangling.fetch_add(scores[u], std::memory_order_relaxed);
        for (EdgeIndex arc = begin; arc < end && weights > 0; ++arc) {
          std::atomic_ref(came[graph.out().targets()[arc]])
              .fetch_add(scores[u] * weight(arc) / weights, std::memory_order_relaxed);
        }
      },
      kRows);
  double all_jumps = 0;
  for (const double jump : jumps) all_jumps += jump;
  const double jumped = options.damping * dangling + 1 - options.damping;
  const auto findings = detail::find_in_vertices<detail::PageRankFindings>(
      n, threads, [&](Vertex v, detail::PageRankFindings& mine) {
        const double jump = jumps.empty() ? 1.0 / n : jumps[v] / all_jumps;
        mine.look(v, scores[v], options.damping * came[v] + jumped * jump);
      });
  return findings.validation(n, options);
}

}  // namespace

PageRankValidation validate_pagerank(const Graph& graph, std::span<const double> scores,
                                     const PageRankOptions& options) {
  return validate(graph, scores, options, [](EdgeIndex) { return 1.0; });
}
template <class W>
PageRankValidation validate_pagerank(const WeightedGraph<W>& graph, std::span<const double> scores,
                                     const PageRankOptions& options) {
  return validate(graph.topology(), scores, options,
                  [&](EdgeIndex arc) { return static_cast<double>(graph.weights()[arc]); });
}
template PageRankValidation validate_pagerank(const WeightedGraph<float>&, std::span<const double>,
                                              const PageRankOptions&);
template PageRankValidation validate_pagerank(const WeightedGraph<double>&, std::span<const double>,
                                              const PageRankOptions&);
template PageRankValidation validate_pagerank(const WeightedGraph<std::uint32_t>&,
                                              std::span<const double>, const PageRankOptions&);

}  // namespace strider

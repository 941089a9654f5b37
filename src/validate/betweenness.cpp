// Validation of betweenness by hops: what all scores are together follows from distances.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "strider/error.hpp"
#include "strider/validate.hpp"
#include "validate/hop_search.hpp"

namespace strider {
namespace {

using detail::HopSearch;

/// Vertices as a set; without a list, all.
class VertexSet {
 public:
  VertexSet(const std::optional<std::vector<Vertex>>& members, Vertex num_vertices)
      : is_member_(num_vertices, members ? 0 : 1) {
    if (!members) return;
    for (const Vertex v : *members) {
      if (v >= num_vertices) {
        throw UsageError(fmt::format("validation: {} is not a vertex; the graph has {} vertices", v,
                                     num_vertices));
      }
      is_member_[v] = 1;
    }
  }
  [[nodiscard]] bool has(Vertex v) const { return is_member_[v] != 0; }

 private:
  std::vector<std::uint8_t> is_member_;
};

/// What a path of some hops counts in all scores together.
double parts_of_path(Level hops, const BetweennessOptions& options) {
  if (options.of == BetweennessOf::kEdges) return hops;
  return options.endpoints == BetweennessEndpoints::kIncluded ? hops + 1.0 : hops - 1.0;
}

/// What a sum over ordered pairs is to be multiplied by; the definitions of BetweennessOptions.
double scale_of(const Graph& graph, const BetweennessOptions& options) {
  const bool undirected = !graph.is_directed();
  if (options.scale == BetweennessScale::kPairs) {
    const bool has_sources_only = options.sources && !options.targets;
    return undirected && !has_sources_only ? 0.5 : 1;
  }
  const auto n = static_cast<double>(graph.num_vertices());
  const bool whole =
      options.of == BetweennessOf::kEdges || options.endpoints == BetweennessEndpoints::kIncluded;
  const double ordered = whole ? n * (n - 1) : (n - 1) * (n - 2);
  return ordered > 0 ? 1 / ordered : 1;
}

double expected_total(const Graph& graph, const BetweennessOptions& options) {
  const Vertex n = graph.num_vertices();
  const int threads = resolve_threads(options.run.threads);
  require_memory(saturating_mul(n, 2 + 2 * sizeof(Vertex) * static_cast<std::size_t>(threads)),
                 "checking betweenness");
  const VertexSet sources(options.sources, n);
  const VertexSet targets(options.targets, n);
  std::vector<double> totals(static_cast<std::size_t>(threads));
  parallel_region(threads, [&](int thread, int count) {
    HopSearch search(graph.out());
    double total = 0;
    // In turn: neighbours in number are often of one component, and alike in work.
    for (auto s = static_cast<Vertex>(thread); s < n; s += static_cast<Vertex>(count)) {
      if (!sources.has(s)) continue;
      for (const Vertex t : search.search(s)) {
        if (t != s && targets.has(t)) total += parts_of_path(search.level(t), options);
      }
    }
    totals[static_cast<std::size_t>(thread)] = total;
  });
  double total = 0;
  for (const double part : totals) total += part;
  return total * scale_of(graph, options);
}

}  // namespace

BetweennessValidation validate_betweenness(const Graph& graph, std::span<const double> scores,
                                           const BetweennessOptions& options) {
  if (options.samples) {
    throw UsageError("validation: sampled scores are estimates, so they cannot be validated");
  }
  if (options.targets && !options.sources) throw UsageError("targets need sources");
  if (options.of == BetweennessOf::kVertices && scores.size() != graph.num_vertices()) {
    throw UsageError(fmt::format("validation: got {} scores for {} vertices", scores.size(),
                                 graph.num_vertices()));
  }
  BetweennessValidation result;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] >= 0) continue;  // false of NaN
    result.violations.push_back(
        {BetweennessRule::kScores, i, fmt::format("score {} is {}", i, scores[i])});
    break;
  }
  for (const double score : scores) result.total += score;
  result.expected_total = expected_total(graph, options);
  const double tolerance = options.precision == BetweennessPrecision::kSingle ? 1e-5 : 1e-9;
  const double allowed = tolerance * std::max(result.expected_total, 1.0);
  if (!(std::abs(result.total - result.expected_total) <= allowed)) {
    result.violations.push_back(
        {BetweennessRule::kTotal, 0,
         fmt::format("the sum of all scores is {}, but the distances require {}", result.total,
                     result.expected_total)});
  }
  return result;
}

}  // namespace strider

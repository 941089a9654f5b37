// The effective diameter, by the distances of sampled sources.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "algorithms/diameter/component_runs.hpp"
#include "base/sample.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// The least distance within which that share of the pairs is.
Level quantile(const std::vector<std::uint64_t>& pairs, std::uint64_t total, double share) {
  std::uint64_t within = 0;
  for (Level d = 0; d < pairs.size(); ++d) {
    within += pairs[d];
    if (static_cast<double>(within) >= share * static_cast<double>(total)) return d;
  }
  return static_cast<Level>(pairs.size() - 1);
}

void check(const Graph& graph, const EffectiveDiameterOptions& options) {
  if (graph.is_directed()) throw UsageError("the effective diameter is of undirected graphs");
  if (options.samples == 0) throw UsageError("samples must be at least 1, got 0");
  const auto is_share = [](double x) { return x > 0 && x < 1; };
  if (!is_share(options.share) || !is_share(options.confidence)) {
    throw UsageError(fmt::format("share and confidence must be above 0 and below 1, got {} and {}",
                                 options.share, options.confidence));
  }
}

}  // namespace

EffectiveDiameter effective_diameter(const Graph& graph, const EffectiveDiameterOptions& options) {
  using namespace detail;
  check(graph, options);
  const int threads = resolve_threads(options.threads);
  const ComponentMembers components(graph, threads);
  EffectiveDiameter found;
  for (const Component& component : components.chosen(DiameterScope::kLargestComponent)) {
    const std::span<const Vertex> members = components.of(component);
    if (members.size() == 1) return found;
    LevelSearch search(BfsSolver(graph, {.threads = threads}));
    std::vector<std::uint64_t> pairs;  // by distance
    found.samples = std::min<std::uint64_t>(options.samples, members.size());
    for (const std::size_t drawn : draw_sample(members.size(), found.samples, options.seed)) {
      const Level eccentricity = search.run(members[drawn]);
      pairs.resize(std::max<std::size_t>(pairs.size(), std::size_t{eccentricity} + 1));
      sequential_for(0, members.size(),
                     [&](std::size_t i) { ++pairs[search.distance(members[i])]; });
      --pairs[0];  // the source itself
    }
    const std::uint64_t total = std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
    // Each source gives a number between 0 and 1, its share of vertices within a distance; the mean
    // of independent ones, or of ones drawn without replacement, is that far off with a probability
    // of at most 1 - confidence on both sides together.
    const bool is_all = found.samples == members.size();
    const double off = is_all ? 0
                              : std::sqrt(std::log(2 / (1 - options.confidence)) /
                                          (2 * static_cast<double>(found.samples)));
    found.hops = quantile(pairs, total, options.share);
    found.least = quantile(pairs, total, options.share - off);
    // A share of 1 says nothing of the farthest pairs that were not seen.
    found.greatest = options.share + off < 1 ? quantile(pairs, total, options.share + off)
                                             : static_cast<Level>(members.size() - 1);
  }
  return found;
}

}  // namespace strider

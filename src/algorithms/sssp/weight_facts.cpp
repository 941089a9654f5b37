#include "algorithms/sssp/weight_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/parallel.hpp"
#include "graph/weight_message.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

constexpr EdgeIndex kNoArc = std::numeric_limits<EdgeIndex>::max();
/// Shares are the same for any number of threads, so that the mean is, too.
constexpr int kShares = 64;

template <class W>
struct Share {
  W max_finite = 0;
  double sum = 0;
  EdgeIndex finite = 0;
  EdgeIndex first_bad = kNoArc;
};

template <class W>
Share<W> look_at(std::span<const W> weights, EdgeIndex first) {
  Share<W> share;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const W weight = weights[i];
    if constexpr (std::is_floating_point_v<W>) {
      if (!(weight >= 0)) {
        share.first_bad = first + i;
        return share;
      }
      if (weight > std::numeric_limits<W>::max()) continue;
    }
    share.max_finite = std::max(share.max_finite, weight);
    share.sum += static_cast<double>(weight);
    ++share.finite;
  }
  return share;
}

template <class W>
[[noreturn]] void refuse(const WeightedGraph<W>& graph, EdgeIndex arc) {
  const Graph& topology = graph.topology();
  const auto offsets = topology.out().offsets().span();
  const auto row = std::upper_bound(offsets.begin(), offsets.end(), arc) - offsets.begin() - 1;
  refuse_weight(topology.labels(), static_cast<Vertex>(row), topology.out().targets()[arc],
                graph.weights()[arc]);
}

}  // namespace

template <class W>
void refuse_weight(const Labels& labels, Vertex from, Vertex to, W weight) {
  throw WeightError(weight_message(labels.label(from), labels.label(to), weight));
}

void refuse_distance(const Labels& labels, Vertex vertex) {
  throw WeightError(
      fmt::format("the distance of vertex {} is too large for its type: divide all weights by a "
                  "common factor, or set a cutoff",
                  labels.label(vertex)));
}

template <class W>
WeightFacts<W> look_at_weights(const WeightedGraph<W>& graph, int threads) {
  const std::span<const W> weights = graph.weights().span();
  std::vector<Share<W>> shares(kShares);
  parallel_for(
      0, kShares, threads,
      [&](std::size_t i) {
        const Range range = static_chunk(weights.size(), static_cast<int>(i), kShares);
        shares[i] = look_at(weights.subspan(range.begin, range.end - range.begin), range.begin);
      },
      1);
  Share<W> all;
  for (const Share<W>& share : shares) {
    all.first_bad = std::min(all.first_bad, share.first_bad);
    all.max_finite = std::max(all.max_finite, share.max_finite);
    all.sum += share.sum;
    all.finite += share.finite;
  }
  if (all.first_bad != kNoArc) refuse(graph, all.first_bad);
  WeightFacts<W> facts;
  facts.max_finite = all.max_finite;
  facts.mean = all.finite == 0 ? 0 : all.sum / static_cast<double>(all.finite);
  facts.look_for_overflow(graph.topology().num_vertices());
  return facts;
}

template void refuse_weight(const Labels&, Vertex, Vertex, float);
template void refuse_weight(const Labels&, Vertex, Vertex, double);
template void refuse_weight(const Labels&, Vertex, Vertex, std::uint32_t);

template WeightFacts<float> look_at_weights(const WeightedGraph<float>&, int);
template WeightFacts<double> look_at_weights(const WeightedGraph<double>&, int);
template WeightFacts<std::uint32_t> look_at_weights(const WeightedGraph<std::uint32_t>&, int);

}  // namespace strider::detail

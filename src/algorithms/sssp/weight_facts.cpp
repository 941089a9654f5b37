#include "algorithms/sssp/weight_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
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

/// In lanes, which a compiler can make vectors of.
template <class W>
Share<W> look_at(std::span<const W> weights, EdgeIndex first) {
  constexpr std::size_t kLanes = 16;
  constexpr W kLargest = std::numeric_limits<W>::max();
  using Sum = std::conditional_t<std::is_integral_v<W>, std::uint64_t, double>;
  std::array<Sum, kLanes> sums{};
  std::array<W, kLanes> largest{};
  std::array<std::uint32_t, kLanes> infinite{};
  std::uint32_t bad = 0;
  const auto add = [&](std::size_t i, std::size_t lane) {
    const W weight = weights[i];
    const bool is_finite = weight <= kLargest;
    bad |= weight >= 0 ? 0U : 1U;
    sums[lane] += is_finite ? weight : W{0};
    largest[lane] = is_finite && weight > largest[lane] ? weight : largest[lane];
    infinite[lane] += is_finite ? 0U : 1U;
  };
  std::size_t i = 0;
  for (; i + kLanes <= weights.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) add(i + lane, lane);
  }
  for (; i < weights.size(); ++i) add(i, 0);

  Share<W> share;
  if (bad != 0) {
    const auto is_bad = [](W weight) { return !(weight >= 0); };
    const auto place = std::ranges::find_if(weights, is_bad) - weights.begin();
    share.first_bad = first + static_cast<EdgeIndex>(place);
    return share;
  }
  share.finite = weights.size();
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    share.sum += static_cast<double>(sums[lane]);
    share.max_finite = std::max(share.max_finite, largest[lane]);
    share.finite -= infinite[lane];
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

// How far a search from one source spreads, known from the searches before.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/sssp/kernels.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Some arcs of a graph, evenly spaced in its adjacency.
template <class W>
struct ArcSample {
  std::vector<Vertex> ends;
  std::vector<EdgeIndex> degrees;  ///< of the ends
  std::vector<W> weights;          ///< ascending

  explicit ArcSample(const WeightedGraph<W>& graph) {
    constexpr EdgeIndex kSamples = 4096;
    const Csr& out = graph.topology().out();
    for (EdgeIndex e = 0; e < out.num_arcs(); e += out.num_arcs() / kSamples + 1) {
      ends.push_back(out.targets()[e]);
      degrees.push_back(out.degree(ends.back()));
      weights.push_back(graph.weights()[e]);
    }
    std::ranges::sort(weights);
  }
};

/// One arc in so many belongs to settled vertices when a search counts as spread.
inline constexpr double kSpread = 1000;
/// The share of arcs that belong to settled vertices when little is left.
inline constexpr double kSettled = 0.92;

/// An estimate, from degrees and weights, of the distance from where a search has spread to where
/// nearly all arcs belong to settled vertices. Where
/// vertices have d arcs, and a share s of all weighs up to w, a search follows d s arcs from
/// each within w. First it grows by a factor of e for each 1 / d of s, d being that of the ends of
/// arcs, of which hubs are most. Then, as from all around, it leaves out a vertex with a
/// probability of exp(-d s).
template <class W>
[[nodiscard]] double expected_reach(const ArcSample<W>& sample, W max_finite) {
  const auto mean = [&](const auto& value_of) {
    double sum = 0;
    for (const EdgeIndex degree : sample.degrees) sum += value_of(static_cast<double>(degree));
    return sum / static_cast<double>(sample.degrees.size());
  };
  double low = 0;
  double high = 1;
  for (int bit = 0; bit < 14; ++bit) {
    const double share = (low + high) / 2;
    const double left_out = mean([&](double degree) { return std::exp(-degree * share); });
    (left_out > 1 - kSettled ? low : high) = share;
  }
  const double share = high + std::log(kSpread) / mean([](double degree) { return degree; });
  const auto place = std::min(1.0, share) * static_cast<double>(sample.weights.size() - 1);
  return static_cast<double>(std::min(sample.weights[static_cast<std::size_t>(place)], max_finite));
}

/// From the distance at which a search has spread to the one at which nearly all arcs belong to
/// settled vertices: it depends on the graph, and hardly on the source. Which value is taken
/// decides how much is relaxed, never the distances.
template <class D>
class ReachEstimate {
 public:
  /// `ends`, by position, are of a sample of arcs: vertices by degree. `guess` is for the first
  /// search.
  ReachEstimate(std::vector<Vertex> ends, double guess) : ends_(std::move(ends)), reach_(guess) {}

  [[nodiscard]] double reach() const { return reach_; }

  /// Says at which distance the running search has spread. By one thread.
  void start(double distance) {
    start_ = distance;
    has_started_ = true;
  }

  /// From the distances that the search has ended with.
  void learn(std::span<const D> distances) {
    if (!std::exchange(has_started_, false)) return;
    found_.clear();
    for (const Vertex v : ends_) {
      if (distances[v] != kUnreachedDistance<D>) found_.push_back(distances[v]);
    }
    if (found_.empty()) return;
    const auto place = static_cast<std::size_t>(static_cast<double>(found_.size()) * kSettled);
    const auto nth = found_.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(found_.begin(), nth, found_.end());
    reach_ = std::max(0.0, static_cast<double>(*nth) - start_);
  }

 private:
  std::vector<Vertex> ends_;
  std::vector<D> found_;
  double reach_;
  double start_ = 0;
  bool has_started_ = false;
};

}  // namespace strider::detail

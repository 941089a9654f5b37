// How far a search from one source spreads, known from the searches before.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/tree.hpp"
#include "graph/layout/weight_layout.hpp"

namespace strider::detail {

/// The weight up to which edges connect most of the graph: a vertex has ln n of them on average
/// (Erdos and Renyi). From every 997th arc.
template <class W>
[[nodiscard]] double connecting_weight(const SsspContext<W>& context) {
  constexpr std::size_t kStep = 997;
  const std::span<const W> weights = context.graph.weights().span();
  const Csr& out = context.out();
  double n = 0;
  for (Vertex v = 0; v < out.num_vertices(); ++v) n += out.degree(v) > 0 ? 1 : 0;
  const double share = std::log(n) * n / static_cast<double>(weights.size());
  std::vector<W> sample;
  for (std::size_t i = 0; i < weights.size(); i += kStep) sample.push_back(weights[i]);
  const auto place =
      static_cast<std::size_t>(std::min(1.0, share) * static_cast<double>(sample.size() - 1));
  std::nth_element(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(place),
                   sample.end());
  const auto weight = static_cast<double>(sample[place]);
  return std::isfinite(weight) ? weight : static_cast<double>(context.facts.max_finite);
}

/// From the distance at which a search has spread to the one at which nearly all arcs belong to
/// settled vertices: it depends on the graph, and hardly on the source. Which value is taken
/// decides how much is relaxed, never the distances.
template <class D>
class ReachEstimate {
 public:
  /// `rows` are of the layout that is searched, `guess` for the first search.
  template <class Rows>
  ReachEstimate(const Rows& rows, EdgeIndex num_arcs, double guess) : reach_(guess) {
    const EdgeIndex step = num_arcs / kSamples + 1;
    // The ends of arcs are vertices by degree.
    for (EdgeIndex e = 0; e < num_arcs; e += step) ends_.push_back(rows.target(e));
  }

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
  static constexpr EdgeIndex kSamples = 4096;
  static constexpr double kSettled = 0.92;

  std::vector<Vertex> ends_;
  std::vector<D> found_;
  double reach_;
  double start_ = 0;
  bool has_started_ = false;
};

}  // namespace strider::detail

// How far a search from one source spreads, known from the searches before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/sssp/expected_reach.hpp"
#include "algorithms/sssp/kernels.hpp"

namespace strider::detail {

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

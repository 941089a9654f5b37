// What there is to know of a graph's weights before it is searched.
#pragma once

#include <limits>
#include <type_traits>

#include "strider/graph.hpp"

namespace strider::detail {

template <class W>
struct WeightFacts {
  W max_finite = 0;  ///< of the finite weights; 0 where there is none
  double mean = 0;   ///< of the finite weights
  /// Whether a path of finite weights may have a length that W does not hold. Never of integers.
  bool may_overflow = false;

  /// Fills in `may_overflow` by the other facts.
  void look_for_overflow(Vertex num_vertices) {
    if constexpr (std::is_floating_point_v<W>) {
      // An addition adds at most twice the weight: a weight below half a unit of the sum's last
      // place is lost, and the rounding of any other is at most as large as itself.
      may_overflow =
          longest_path(num_vertices) > static_cast<double>(std::numeric_limits<W>::max()) / 2;
    }
  }
  /// The largest distance possible; infinite where may_overflow.
  [[nodiscard]] double longest_path(Vertex num_vertices) const {
    return num_vertices == 0
               ? 0
               : static_cast<double>(num_vertices - 1) * static_cast<double>(max_finite);
  }
  /// Whether all distances, and their sums with a weight, fit 32 bits with one value to spare.
  [[nodiscard]] bool fit_32_bits(Vertex num_vertices) const {
    return longest_path(num_vertices) + static_cast<double>(max_finite) < 4294967295.0;
  }
};

/// Throws WeightError: the edge between vertices of these labels has a weight that is negative or
/// not a number.
template <class W>
[[noreturn]] void refuse_weight(const Labels& labels, Vertex from, Vertex to, W weight);
/// Throws WeightError: the type of distances has none for this vertex.
[[noreturn]] void refuse_distance(const Labels& labels, Vertex vertex);

/// O(m), parallel. Throws WeightError, naming the first such edge, where a weight is negative or
/// not a number.
template <class W>
[[nodiscard]] WeightFacts<W> look_at_weights(const WeightedGraph<W>& graph, int threads);

}  // namespace strider::detail

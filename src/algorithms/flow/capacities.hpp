// Capacities as whole numbers of units, so that sums are exact whatever their order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "strider/graph.hpp"

namespace strider::detail {

/// A unit of 2^exponent, in which real capacities are rounded down. Capacities above `bound` count
/// as that, which is more than can flow. Integers are counted as they are.
struct CapacityUnit {
  double bound = 0;
  int exponent = 0;

  /// So that `total`, what may leave the source at most, is less than 2^62 units; `bound` is no
  /// more than that. 2^-1074 is the least double: none needs a smaller unit.
  [[nodiscard]] static CapacityUnit for_total(double total, double bound) {
    return {bound, std::max(std::ilogb(total) + 1 - 62, -1074)};
  }
  template <class W>
  [[nodiscard]] std::uint64_t count(W capacity) const {
    if constexpr (std::is_integral_v<W>) {
      return capacity;
    } else {
      return static_cast<std::uint64_t>(
          std::ldexp(std::min(static_cast<double>(capacity), bound), -exponent));
    }
  }
  /// What entries to the same head carry at most together: an arc and its mate then have less than
  /// 2^63 units. Integers have no such limit: fewer than 2^32 entries cannot reach it.
  template <class W>
  [[nodiscard]] std::uint64_t most() const {
    return std::is_integral_v<W> ? std::numeric_limits<std::uint64_t>::max() : count(bound);
  }
  [[nodiscard]] double value(std::uint64_t units) const {
    return std::ldexp(static_cast<double>(units), exponent);
  }
};

/// Throws WeightError where a capacity is negative or not a number. Real capacities only, as all
/// below.
template <class W>
void require_capacities(const WeightedGraph<W>& graph);

/// The unit of the first search for a flow: the finest in which all that may leave the source has
/// less than 2^62 units. Infinite edges count as twice the sum of all finite ones, where one of
/// them leaves the source. Throws UsageError where a path of edges of infinite capacity leads from
/// source to target, WeightError where capacities have no finite sum then.
template <class W>
[[nodiscard]] CapacityUnit first_unit(const WeightedGraph<W>& graph, Vertex source, Vertex target,
                                      int threads);
/// The finest unit where no more than `most` can flow.
template <class W>
[[nodiscard]] CapacityUnit finer_unit(const WeightedGraph<W>& graph, Vertex source, double most);

/// The double nearest to the capacity of the edges that lead from side 0 to side 1.
template <class W>
[[nodiscard]] double cut_capacity(const WeightedGraph<W>& graph,
                                  std::span<const std::uint8_t> sides, int threads);

}  // namespace strider::detail

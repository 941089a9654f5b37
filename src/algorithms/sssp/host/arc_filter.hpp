// Which arcs of a row lead to distances in a range, found by their weights, many at once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "algorithms/sssp/kernels.hpp"

namespace strider::detail {

/// Bit i says where base + weights[i] is.
struct PickedWeights {
  std::uint64_t within = 0;  ///< in [begin, end]
  std::uint64_t beyond = 0;  ///< more
};

/// Of up to 64 weights. `least` is lowered to the smallest sum above `end`. No sum may overflow,
/// unless it is infinite then.
template <class W>
[[nodiscard]] PickedWeights pick_weights(const W* weights, unsigned count, W base, W begin, W end,
                                         W& least);
template <>
PickedWeights pick_weights(const std::uint32_t* weights, unsigned count, std::uint32_t base,
                           std::uint32_t begin, std::uint32_t end, std::uint32_t& least);
template <>
PickedWeights pick_weights(const float* weights, unsigned count, float base, float begin, float end,
                           float& least);
template <>
PickedWeights pick_weights(const double* weights, unsigned count, double base, double begin,
                           double end, double& least);

/// Of the arcs of a vertex: those to distances in [begin, end]. Reals are added as in a search.
template <class W, class D>
class ArcFilter {
 public:
  ArcFilter(D distance, D begin, D end) : distance_(distance) {
    leads_beyond_ = distance > end;
    is_empty_ = leads_beyond_;
    if (is_empty_) return;
    if constexpr (std::is_integral_v<W>) {
      // Distances may be wider than weights, of which a range says the same.
      constexpr D kLargest = std::numeric_limits<W>::max();
      is_empty_ = begin > distance && begin - distance > kLargest;
      if (is_empty_) return;
      begin_ = begin > distance ? static_cast<W>(begin - distance) : 0;
      end_ = static_cast<W>(std::min(end - distance, kLargest));
    } else {
      base_ = distance;
      begin_ = begin;
      end_ = end;
      least_ = kUnreachedDistance<D>;
    }
  }

  /// body(arc) for those in [e, end), ascending, whose weights lie at `weights`.
  template <class F>
  void for_each(const W* weights, EdgeIndex e, EdgeIndex end, F&& body) {
    for (; e < end && !is_empty_; e += kAtOnce) {
      const auto count = static_cast<unsigned>(std::min<EdgeIndex>(kAtOnce, end - e));
      PickedWeights picked = pick_weights<W>(weights + e, count, base_, begin_, end_, least_);
      leads_beyond_ |= picked.beyond != 0;
      for (; picked.within != 0; picked.within &= picked.within - 1) {
        body(e + static_cast<unsigned>(std::countr_zero(picked.within)));
      }
    }
  }
  /// kUnreachedDistance if no arc led past the range, else no more than the smallest distance past
  /// it that one led to.
  [[nodiscard]] D beyond() const {
    if (!leads_beyond_) return kUnreachedDistance<D>;
    if (is_empty_) return distance_;
    // Of reals, least_ is a distance; infinite where no arc leads anywhere.
    return std::is_integral_v<W> ? static_cast<D>(distance_ + least_) : static_cast<D>(least_);
  }

 private:
  static constexpr EdgeIndex kAtOnce = 64;

  D distance_;
  bool is_empty_ = false;
  bool leads_beyond_ = false;
  W base_ = 0;
  W begin_ = 0;
  W end_ = 0;
  W least_ = std::numeric_limits<W>::max();
};

}  // namespace strider::detail

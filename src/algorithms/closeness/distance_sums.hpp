// From distances to scores, the same at all places: what a vertex adds up while sources find it,
// and what closeness is made of that.
//
//   for sources s, many side by side: for levels: for v found by c of them on the level:
//     reached[v] += c, sum[v] += c * weight(level)
//
// Sums are whole numbers, so their order does not matter. A search goes along the edges, so v adds
// up distances to itself; scores are estimated by the sources that a vertex could be reached from:
// of all vertices, where all are sources, the estimate is the score.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/sample.hpp"
#include "strider/closeness.hpp"
#include "strider/error.hpp"

namespace strider::detail {

class DistanceSums {
 public:
  DistanceSums(const ClosenessOptions& options, std::uint64_t num_vertices)
      : centrality_(options.centrality),
        scale_(options.scale),
        num_vertices_(num_vertices),
        num_sources_(options.samples ? std::min(*options.samples, num_vertices) : num_vertices),
        shift_(63 - static_cast<unsigned>(std::bit_width(num_sources_))) {
    if (options.samples == 0) throw UsageError("samples must be at least 1, got 0");
    // A source knows no distance to itself.
    if (options.samples == 1 && num_vertices > 1) {
      throw UsageError("samples must be at least 2 where there are several vertices, got 1");
    }
    if (options.top == 0) throw UsageError("top must be at least 1, got 0");
  }

  [[nodiscard]] std::uint64_t num_sources() const { return num_sources_; }
  [[nodiscard]] bool is_exact() const { return num_sources_ == num_vertices_; }
  /// The sources that are drawn, ascending; empty where all vertices are sources.
  template <class V>
  [[nodiscard]] std::vector<V> draw(std::uint64_t seed) const {
    if (is_exact()) return {};
    return draw_sample(static_cast<V>(num_vertices_), num_sources_, seed);
  }
  /// What a source on that level counts. Of harmonic centrality a multiple of 2^-shift, such that
  /// a sum over all sources has 64 bits. Precondition: level > 0.
  [[nodiscard]] std::uint64_t weight(Level level) const {
    if (centrality_ == Centrality::kCloseness) return level;
    return ((std::uint64_t{1} << shift_) + level / 2) / level;
  }
  /// Of a vertex that was drawn as a source, or not.
  [[nodiscard]] double score(std::uint64_t weights, std::uint64_t reached, bool is_drawn) const {
    const bool is_source = is_drawn || is_exact();
    if (reached == 0) return 0;
    const auto others = static_cast<double>(num_vertices_ - 1);
    const auto drawn = static_cast<double>(num_sources_ - (is_source ? 1 : 0));
    if (centrality_ == Centrality::kHarmonic) {
      const double sum = std::ldexp(static_cast<double>(weights), -static_cast<int>(shift_));
      return is_exact() ? sum : sum * (others / drawn);
    }
    const auto of_reached = static_cast<double>(reached) / static_cast<double>(weights);
    if (scale_ == ClosenessScale::kReachable) return of_reached;
    return of_reached * (static_cast<double>(reached) / drawn);
  }
  /// See ClosenessResult::error.
  [[nodiscard]] double error() const {
    if (is_exact()) return 0;
    constexpr double kTwiceTheDoubt = 2 / 0.01;  // one side and the other
    return std::sqrt(std::log(kTwiceTheDoubt * static_cast<double>(num_vertices_)) /
                     (2 * static_cast<double>(num_sources_)));
  }

 private:
  Centrality centrality_;
  ClosenessScale scale_;
  std::uint64_t num_vertices_;
  std::uint64_t num_sources_;
  unsigned shift_;
};

}  // namespace strider::detail

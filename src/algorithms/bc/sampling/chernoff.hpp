// What a number of hits says of a probability.
#pragma once

#include <cstdint>

namespace strider::detail {

/// Bounds of a probability that `hits` of `samples` independent draws have hit: each of the two
/// fails with probability at most `delta` (Chernoff's bound by relative entropy; Hoeffding 1963,
/// theorem 1). Never wider than Hoeffding's sqrt(ln(1 / delta) / (2 * samples)).
struct Interval {
  double low;
  double high;
};
[[nodiscard]] Interval chernoff_interval(std::uint64_t hits, std::uint64_t samples, double delta);

/// Samples after which no bound is further from the mean than epsilon. Throws UsageError where they
/// are 2^53 or more.
[[nodiscard]] std::uint64_t hoeffding_samples(double epsilon, double delta);

}  // namespace strider::detail

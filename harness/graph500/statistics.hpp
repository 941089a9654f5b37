// The statistics of the Graph500 output.
#pragma once

#include <span>

namespace strider {

/// Of a sample x[0] <= ... <= x[n-1]: the quartiles as the reference program takes them, with
/// firstquartile = (x[(n-1)/4] + x[n/4]) / 2 and the third its mirror image.
struct Statistics {
  double min = 0;
  double first_quartile = 0;
  double median = 0;
  double third_quartile = 0;
  double max = 0;
  double mean = 0;
  double stddev = 0;  ///< of the sample (n-1); 0 where n = 1
};

/// Of rates (work over time), by way of the times per unit of work: the harmonic mean is the rate
/// of the mean time.
struct RateStatistics {
  double min = 0;
  double first_quartile = 0;
  double median = 0;
  double third_quartile = 0;
  double max = 0;
  double harmonic_mean = 0;
  double geometric_mean = 0;
  /// s / (m^2 sqrt(n-1)) for mean m and standard deviation s of the times per unit (Norris 1940);
  /// 0 where n = 1.
  double harmonic_stddev = 0;
};

/// Precondition: not empty. O(n log n).
[[nodiscard]] Statistics statistics_of(std::span<const double> sample);

/// Of rates work[i] / seconds[i]. Precondition: as many of both, not empty, all positive.
[[nodiscard]] RateStatistics rate_statistics_of(std::span<const double> work,
                                                std::span<const double> seconds);

}  // namespace strider

#include "graph500/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace strider {

Statistics statistics_of(std::span<const double> sample) {
  std::vector<double> x(sample.begin(), sample.end());
  std::sort(x.begin(), x.end());
  const std::size_t n = x.size();
  const std::size_t last = n - 1;
  Statistics result;
  result.min = x.front();
  result.first_quartile = (x[last / 4] + x[n / 4]) / 2;
  result.median = (x[last / 2] + x[n / 2]) / 2;
  result.third_quartile = (x[last - last / 4] + x[last - n / 4]) / 2;
  result.max = x.back();
  double sum = 0;
  for (const double value : x) sum += value;
  result.mean = sum / static_cast<double>(n);
  double squares = 0;
  for (const double value : x) squares += (value - result.mean) * (value - result.mean);
  result.stddev = n > 1 ? std::sqrt(squares / static_cast<double>(last)) : 0;
  return result;
}

RateStatistics rate_statistics_of(std::span<const double> work, std::span<const double> seconds) {
  std::vector<double> times(work.size());
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = seconds[i] / work[i];
  const Statistics time = statistics_of(times);
  RateStatistics rate;
  rate.min = 1 / time.max;
  rate.first_quartile = 1 / time.third_quartile;
  rate.median = 1 / time.median;
  rate.third_quartile = 1 / time.first_quartile;
  rate.max = 1 / time.min;
  rate.harmonic_mean = 1 / time.mean;
  double logarithms = 0;
  for (const double value : times) logarithms += std::log(value);
  rate.geometric_mean = std::exp(-logarithms / static_cast<double>(times.size()));
  if (times.size() > 1) {
    rate.harmonic_stddev =
        time.stddev / (time.mean * time.mean * std::sqrt(static_cast<double>(times.size() - 1)));
  }
  return rate;
}

}  // namespace strider

#include "algorithms/bc/sampling/chernoff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Of a coin of probability p from one of probability q, in nats.
double relative_entropy(double p, double q) {
  double sum = 0;
  if (p > 0) sum += p * std::log(p / q);
  if (p < 1) sum += (1 - p) * std::log((1 - p) / (1 - q));
  return sum;
}

/// The probability between `near` and `far` at which the entropy from `near` reaches `most`;
/// rounded towards `far`, the safe side.
double reach(double near, double far, double most) {
  const double mean = near;
  constexpr int kHalvings = 50;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (near + far) / 2;
    (relative_entropy(mean, middle) <= most ? near : far) = middle;
  }
  return far;
}

}  // namespace

Interval chernoff_interval(std::uint64_t hits, std::uint64_t samples, double delta) {
  const double mean = static_cast<double>(hits) / static_cast<double>(samples);
  const double most = std::log(1 / delta) / static_cast<double>(samples);
  return {hits == 0 ? 0 : reach(mean, 0, most), hits == samples ? 1 : reach(mean, 1, most)};
}

std::uint64_t hoeffding_samples(double epsilon, double delta) {
  constexpr double kMost = 0x1.0p53;  // beyond it, doubles do not count one by one
  const double nats = std::log(1 / delta);
  const double samples = std::ceil(nats / (2 * epsilon * epsilon)) + 1;
  if (!(samples < kMost)) {
    throw UsageError(
        fmt::format("epsilon {} needs more samples than can be counted: use at least {:.1e}",
                    epsilon, std::sqrt(nats / kMost)));
  }
  return static_cast<std::uint64_t>(samples);
}

}  // namespace strider::detail

#include "algorithms/bc/sampling/chernoff.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace strider::detail {
namespace {

/// The chance that `samples` draws of probability p have at least (at most) so many hits.
double tail(std::uint64_t hits, std::uint64_t samples, double p, bool upper) {
  double sum = 0;
  for (std::uint64_t k = upper ? hits : 0; k <= (upper ? samples : hits); ++k) {
    const auto n = static_cast<double>(samples);
    const auto i = static_cast<double>(k);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) +
                    i * std::log(p) + (n - i) * std::log1p(-p));
  }
  return sum;
}

// Were the probability at the bound, so many hits would be rarer than delta: the exact binomial
// tail, which the bound is an upper bound of.
TEST(Chernoff, BoundsHoldForTheBinomialDistribution) {
  for (const std::uint64_t samples : {10U, 100U, 1000U}) {
    for (const double delta : {0.3, 0.1, 1e-3, 1e-9}) {
      for (const std::uint64_t hits :
           {std::uint64_t{0}, samples / 50, samples / 5, samples / 2, samples - 1, samples}) {
        const auto [low, high] = chernoff_interval(hits, samples, delta);
        if (low > 0) {
          EXPECT_LE(tail(hits, samples, low, true), delta * (1 + 1e-9));
        }
        if (high < 1) {
          EXPECT_LE(tail(hits, samples, high, false), delta * (1 + 1e-9));
        }
      }
    }
  }
}

TEST(Chernoff, IsNeverWiderThanHoeffding) {
  for (const std::uint64_t hits : {0U, 1U, 30U, 500U, 999U, 1000U}) {
    const double delta = 1e-4;
    const auto [low, high] = chernoff_interval(hits, 1000, delta);
    const double mean = static_cast<double>(hits) / 1000;
    const double width = std::sqrt(std::log(1 / delta) / 2000);
    EXPECT_LE(low, mean);
    EXPECT_GE(high, mean);
    EXPECT_LE(mean - low, width * (1 + 1e-9));
    EXPECT_LE(high - mean, width * (1 + 1e-9));
  }
}

TEST(Chernoff, HoeffdingsSamplesAreEnoughForAnyNumberOfHits) {
  const std::uint64_t samples = hoeffding_samples(0.02, 1e-3);
  for (std::uint64_t part = 0; part <= 10; ++part) {
    const auto [low, high] = chernoff_interval(samples * part / 10, samples, 1e-3);
    const double mean = static_cast<double>(samples * part / 10) / static_cast<double>(samples);
    EXPECT_LE(high - mean, 0.02);
    EXPECT_LE(mean - low, 0.02);
  }
}

}  // namespace
}  // namespace strider::detail

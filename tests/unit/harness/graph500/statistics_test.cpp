#include "graph500/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace strider {
namespace {

TEST(Graph500Statistics, OfEightValuesWorkedByHand) {
  const std::vector<double> sample{8, 1, 4, 2, 16, 3, 10, 12};  // 1 2 3 4 8 10 12 16
  const Statistics found = statistics_of(sample);
  EXPECT_EQ(found.min, 1);
  EXPECT_EQ(found.first_quartile, 2.5);  // of x[7/4 = 1] and x[8/4 = 2]
  EXPECT_EQ(found.median, 6);            // of x[3] and x[4]
  EXPECT_EQ(found.third_quartile, 11);   // of x[7 - 1] and x[7 - 2]
  EXPECT_EQ(found.max, 16);
  EXPECT_EQ(found.mean, 7);
  // Squares of -6 -5 -4 -3 1 3 5 9 sum up to 202.
  EXPECT_DOUBLE_EQ(found.stddev, std::sqrt(202.0 / 7));
}

TEST(Graph500Statistics, OfFiveValuesWorkedByHand) {
  const std::vector<double> sample{5, 4, 3, 2, 1};
  const Statistics found = statistics_of(sample);
  EXPECT_EQ(found.first_quartile, 2);  // x[1] twice
  EXPECT_EQ(found.median, 3);
  EXPECT_EQ(found.third_quartile, 4);
  EXPECT_DOUBLE_EQ(found.stddev, std::sqrt(2.5));
}

TEST(Graph500Statistics, OfOneValue) {
  const std::vector<double> sample{3};
  const Statistics found = statistics_of(sample);
  EXPECT_EQ(found.min, 3);
  EXPECT_EQ(found.first_quartile, 3);
  EXPECT_EQ(found.third_quartile, 3);
  EXPECT_EQ(found.max, 3);
  EXPECT_EQ(found.stddev, 0);
}

TEST(Graph500Statistics, OfRatesByTheTimesPerUnit) {
  // 1, 2 and 3 seconds for a unit of work.
  const std::vector<double> work{10, 5, 20};
  const std::vector<double> seconds{10, 10, 60};
  const RateStatistics found = rate_statistics_of(work, seconds);
  EXPECT_DOUBLE_EQ(found.min, 1.0 / 3);
  EXPECT_DOUBLE_EQ(found.first_quartile, 1.0 / 3);  // of the slowest, x[2 - 0] twice
  EXPECT_DOUBLE_EQ(found.median, 0.5);
  EXPECT_DOUBLE_EQ(found.third_quartile, 1);
  EXPECT_DOUBLE_EQ(found.max, 1);
  EXPECT_DOUBLE_EQ(found.harmonic_mean, 0.5);
  // s = 1, m = 2, n - 1 = 2.
  EXPECT_DOUBLE_EQ(found.harmonic_stddev, 1 / (4 * std::sqrt(2.0)));
}

}  // namespace
}  // namespace strider

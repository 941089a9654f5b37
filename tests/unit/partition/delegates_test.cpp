#include "partition/delegates.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace strider::detail {
namespace {

constexpr Directedness kUndirected = Directedness::kUndirected;
constexpr Directedness kDirected = Directedness::kDirected;

TEST(Keeper, FollowsAlgorithmOne) {
  constexpr std::uint64_t kThreshold = 5;
  const ArcEnd low{10, 3};
  const ArcEnd other_low{4, 5};
  const ArcEnd hub{7, 6};
  const ArcEnd larger_hub{2, 60};
  const ArcEnd equal_hub{3, 6};
  // From a normal vertex: always its own owner.
  EXPECT_EQ(keeper(low, other_low, kThreshold), 10U);
  EXPECT_EQ(keeper(other_low, low, kThreshold), 4U);
  EXPECT_EQ(keeper(low, hub, kThreshold), 10U);
  // From a delegate to a normal vertex: the owner of that.
  EXPECT_EQ(keeper(hub, low, kThreshold), 10U);
  // Between delegates: the one of smaller degree, then of smaller number.
  EXPECT_EQ(keeper(hub, larger_hub, kThreshold), 7U);
  EXPECT_EQ(keeper(larger_hub, hub, kThreshold), 7U);
  EXPECT_EQ(keeper(hub, equal_hub, kThreshold), 3U);
  EXPECT_EQ(keeper(equal_hub, hub, kThreshold), 3U);
}

TEST(Keeper, KeepsBothWaysOfAnEdgeTogetherUnlessBothEndsAreNormal) {
  for (std::uint64_t threshold : {std::uint64_t{0}, std::uint64_t{3}, kNoDelegates}) {
    for (GlobalVertex a = 0; a < 12; ++a) {
      for (GlobalVertex b = 0; b < 12; ++b) {
        if (a == b) continue;
        const ArcEnd u{a, 1 + a % 5};
        const ArcEnd v{b, 1 + b % 5};
        const bool both_normal =
            !is_delegate(u.degree, threshold) && !is_delegate(v.degree, threshold);
        EXPECT_EQ(keeper(u, v, threshold) == keeper(v, u, threshold), !both_normal);
      }
    }
  }
}

TEST(DegreeHistogram, HasPowersOfTwoAsBorders) {
  EXPECT_EQ(DegreeHistogram::class_of(0), 0U);
  EXPECT_EQ(DegreeHistogram::class_of(1), 1U);
  EXPECT_EQ(DegreeHistogram::class_of(2), 2U);
  EXPECT_EQ(DegreeHistogram::class_of(3), 3U);
  EXPECT_EQ(DegreeHistogram::class_of(4), 3U);
  EXPECT_EQ(DegreeHistogram::class_of(5), 4U);
  EXPECT_EQ(DegreeHistogram::class_of(~std::uint64_t{0}), 65U);
  DegreeHistogram histogram;
  for (const std::uint64_t degree : {0, 1, 1, 2, 3, 4, 5, 100}) histogram.add(degree);
  EXPECT_EQ(estimate_threshold(histogram, 0, 1, kUndirected).delegates, 7U);
  EXPECT_EQ(estimate_threshold(histogram, 1, 1, kUndirected).delegates, 5U);
  EXPECT_EQ(estimate_threshold(histogram, 2, 1, kUndirected).delegates, 4U);
  EXPECT_EQ(estimate_threshold(histogram, 4, 1, kUndirected).delegates, 2U);
  EXPECT_EQ(estimate_threshold(histogram, 64, 1, kUndirected).delegates, 1U);
  EXPECT_EQ(estimate_threshold(histogram, 128, 1, kUndirected).delegates, 0U);
  EXPECT_EQ(estimate_threshold(histogram, kNoDelegates, 1, kUndirected).delegates, 0U);
  // Normal with threshold 4: arcs 0 + 1 + 1 + 2 + 3 + 4 of 116.
  EXPECT_DOUBLE_EQ(estimate_threshold(histogram, 4, 1, kUndirected).nn_arcs, 11.0 * 11 / 116);
}

/// The degrees that R-MAT with the paper's parameters and edge factor 16 gives on average: a vertex
/// with k ones among its bits expects 2^scale * 32 * 0.76^(scale - k) * 0.24^k arcs, and has a
/// Poisson number of them.
DegreeHistogram rmat_degrees(int scale) {
  DegreeHistogram histogram;
  for (int k = 0; k <= scale; ++k) {
    const double vertices =
        std::exp(std::lgamma(scale + 1) - std::lgamma(k + 1) - std::lgamma(scale - k + 1));
    const double expected = std::ldexp(32.0, scale) * std::pow(0.76, scale - k) * std::pow(0.24, k);
    const auto add = [&](double degree, double share) {
      const std::size_t c = DegreeHistogram::class_of(static_cast<std::uint64_t>(degree));
      histogram.sums[c] += static_cast<std::uint64_t>(vertices * share);
      histogram.sums[DegreeHistogram::kClasses + c] +=
          static_cast<std::uint64_t>(vertices * share * degree);
    };
    if (expected > 300) {
      add(std::round(expected), 1);
      continue;
    }
    double probability = std::exp(-expected);
    for (int degree = 0; degree < 4 * expected + 60; ++degree) {
      add(degree, probability);
      probability *= expected / (degree + 1);
    }
  }
  return histogram;
}

TEST(ChooseThreshold, GivesThePapersThresholdsOnItsGraphs) {
  // Scale 30 on 16: "from 45 to 90"; scale 32 on 64: 128; about sqrt(2) more a scale.
  EXPECT_GE(choose_threshold(rmat_degrees(30), 16, kUndirected), 32U);
  EXPECT_LE(choose_threshold(rmat_degrees(30), 16, kUndirected), 90U);
  EXPECT_EQ(choose_threshold(rmat_degrees(32), 64, kUndirected), 128U);
  const std::uint64_t at_33 = choose_threshold(rmat_degrees(33), 128, kUndirected);
  EXPECT_EQ(at_33, 128U);
  // "At scale 33, the delegate percentage is 1.75 %."
  const ThresholdEstimate estimate = estimate_threshold(rmat_degrees(33), at_33, 128, kUndirected);
  EXPECT_NEAR(static_cast<double>(estimate.delegates) / std::ldexp(1.0, 33), 0.0175, 0.001);
}

TEST(ChooseThreshold, KeepsThePapersLimits) {
  for (const int scale : {14, 16, 20, 26}) {
    for (const int ranks : {1, 4, 16}) {
      const DegreeHistogram histogram = rmat_degrees(scale);
      const ThresholdEstimate estimate = estimate_threshold(
          histogram, choose_threshold(histogram, ranks, kUndirected), ranks, kUndirected);
      EXPECT_LE(static_cast<double>(estimate.delegates), 4 * std::ldexp(1.0, scale) / ranks);
      EXPECT_LE(estimate.nn_arcs, 0.1 * std::ldexp(32.0, scale)) << scale << " on " << ranks;
    }
  }
}

// Each arc of a directed graph has two ends in the histogram, and is sent once.
TEST(ChooseThreshold, CountsAnArcOfADirectedGraphOnce) {
  const DegreeHistogram histogram = rmat_degrees(26);
  bool other = false;
  for (const int ranks : {4, 16, 64}) {
    const std::uint64_t threshold = choose_threshold(histogram, ranks, kDirected);
    const ThresholdEstimate of_edges = estimate_threshold(histogram, threshold, ranks, kUndirected);
    const ThresholdEstimate of_arcs = estimate_threshold(histogram, threshold, ranks, kDirected);
    EXPECT_EQ(of_arcs.delegates, of_edges.delegates);
    EXPECT_DOUBLE_EQ(of_arcs.nn_arcs, of_edges.nn_arcs / 2);
    EXPECT_DOUBLE_EQ(of_edges.bytes - of_arcs.bytes, 4 * of_arcs.nn_arcs);
    // The limit is a share of half as many arcs.
    EXPECT_LE(of_arcs.nn_arcs, kMostNormalArcs * std::ldexp(16.0, 26));
    // Messages are cheaper, against masks: never more delegates.
    const std::uint64_t undirected = choose_threshold(histogram, ranks, kUndirected);
    EXPECT_GE(threshold, undirected);
    other = other || threshold > undirected;
  }
  EXPECT_TRUE(other);
}

TEST(ChooseThreshold, MakesNoDelegatesWhereThereAreNoHubs) {
  const auto all_of = [](std::uint64_t degree) {
    DegreeHistogram histogram;
    for (int i = 0; i < 1000; ++i) histogram.add(degree);
    return histogram;
  };
  for (const std::uint64_t degree : {0, 1, 2, 4, 100}) {
    EXPECT_EQ(choose_threshold(all_of(degree), 4, kUndirected), kNoDelegates) << degree;
  }
  EXPECT_EQ(choose_threshold(DegreeHistogram{}, 4, kUndirected), kNoDelegates);
}

TEST(ChooseThreshold, MakesTheCentreOfAStarADelegate) {
  DegreeHistogram star;
  star.add(1000);
  for (int i = 0; i < 1000; ++i) star.add(1);
  for (const int ranks : {1, 2, 16, 1000}) {
    EXPECT_LT(choose_threshold(star, ranks, kUndirected), 1000U) << ranks;
  }
}

}  // namespace
}  // namespace strider::detail

// Vectors must pick what a look at weight after weight picks, whatever the instruction set.
#include "algorithms/sssp/host/arc_filter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "support/instruction_sets.hpp"

namespace strider::detail {
namespace {

class ArcFilterPicks : public test::OnInstructionSet {};

/// Of the weights from `first` on, as of a row in the middle of a graph's.
template <class W, class D>
void expect_picked_from(EdgeIndex first, const std::vector<W>& weights, D distance, D begin,
                        D end) {
  ArcFilter<W, D> filter(distance, begin, end);
  std::vector<EdgeIndex> picked;
  filter.for_each(weights.data(), first, weights.size(),
                  [&](EdgeIndex arc) { picked.push_back(arc); });
  std::vector<EdgeIndex> expected;
  D beyond = kUnreachedDistance<D>;
  for (EdgeIndex arc = first; arc < weights.size(); ++arc) {
    const D through = static_cast<D>(distance + weights[arc]);
    if (through >= begin && through <= end) expected.push_back(arc);
    if (through > end) beyond = std::min(beyond, through);
  }
  EXPECT_EQ(picked, expected) << weights.size() << " weights";
  if (distance <= end) {
    EXPECT_EQ(filter.beyond(), beyond) << weights.size() << " weights";
  } else {
    // That all lead farther is known without a look at them.
    EXPECT_LE(filter.beyond(), beyond);
    EXPECT_GT(filter.beyond(), end);
  }
}

template <class W, class D>
void expect_picked(const std::vector<W>& weights, D distance, D begin, D end) {
  for (const EdgeIndex first : {EdgeIndex{0}, EdgeIndex{5}}) {
    if (first <= weights.size()) expect_picked_from(first, weights, distance, begin, end);
  }
}

/// Of each number of weights up to past three times 64; some are special.
template <class W>
std::vector<W> some_weights(std::size_t size, std::uint64_t seed) {
  CounterRng rng(seed, size);
  std::vector<W> weights(size);
  for (W& weight : weights) {
    weight = static_cast<W>(rng.below(256));
    if (rng.below(20) == 0) weight = std::numeric_limits<W>::max();
    if (std::numeric_limits<W>::has_infinity && rng.below(20) == 0) {
      weight = std::numeric_limits<W>::infinity();
    }
    if (!std::is_integral_v<W> && rng.below(2) == 0) weight /= W{7};
  }
  return weights;
}

template <class W, class D>
void expect_picked_everywhere() {
  constexpr D kEnd = std::numeric_limits<D>::max() / 4;
  for (std::size_t size = 0; size <= 200; ++size) {
    const std::vector<W> weights = some_weights<W>(size, 3);
    const D distance = 1000;
    expect_picked<W, D>(weights, distance, 0, 1017);
    expect_picked<W, D>(weights, distance, 1017, 1100);
    expect_picked<W, D>(weights, distance, 1100, 1100);
    expect_picked<W, D>(weights, distance, 0, 999);
    expect_picked<W, D>(weights, distance, 0, 1000);
    expect_picked<W, D>(weights, D{0}, 0, 255);
    expect_picked<W, D>(weights, distance, kEnd, kEnd);
  }
}

TEST_P(ArcFilterPicks, WhatLeadsIntoARange) {
  expect_picked_everywhere<float, float>();
  expect_picked_everywhere<double, double>();
  expect_picked_everywhere<std::uint32_t, std::uint64_t>();
}

// Distances of 32 bits are those of graphs whose sums fit: no weight is the largest number.
TEST_P(ArcFilterPicks, WhatLeadsIntoARangeOfNarrowDistances) {
  for (std::size_t size = 0; size <= 200; ++size) {
    std::vector<std::uint32_t> weights = some_weights<std::uint32_t>(size, 4);
    for (std::uint32_t& weight : weights) weight = std::min(weight, 1U << 20U);
    expect_picked<std::uint32_t, std::uint32_t>(weights, 1000, 1001, 1100);
    expect_picked<std::uint32_t, std::uint32_t>(weights, 1000, 0, 999);
    expect_picked<std::uint32_t, std::uint32_t>(weights, 1000, 0, ~std::uint32_t{0});
  }
}

TEST_P(ArcFilterPicks, AllUpToInfinity) {
  const std::vector<float> weights = some_weights<float>(100, 5);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  expect_picked<float, float>(weights, 1, 0, kInfinity);
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, ArcFilterPicks, test::instruction_sets(),
                         test::instruction_set_name);

}  // namespace
}  // namespace strider::detail

#include "partition/choose.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace strider::detail {
namespace {

using Scheme = PartitionChoice::Scheme;

/// As many vertices of a degree each.
DegreeHistogram uniform(std::uint64_t vertices, std::uint64_t degree) {
  DegreeHistogram histogram;
  histogram.sums[DegreeHistogram::class_of(degree)] += vertices;
  histogram.sums[DegreeHistogram::kClasses + DegreeHistogram::class_of(degree)] +=
      vertices * degree;
  return histogram;
}

/// A half of the vertices has degree 1, a quarter 2, ...: hubs have a large share of the arcs.
DegreeHistogram skewed(unsigned scale) {
  DegreeHistogram histogram;
  for (unsigned c = 0; c < scale; ++c) {
    const DegreeHistogram one = uniform(std::uint64_t{1} << (scale - c), std::uint64_t{1} << c);
    for (std::size_t i = 0; i < histogram.sums.size(); ++i) histogram.sums[i] += one.sums[i];
  }
  return histogram;
}

PartitionFacts facts(const DegreeHistogram& degrees, int ranks,
                     Directedness directedness = Directedness::kUndirected) {
  return {.num_vertices = 1 << 20,
          .num_edges = 1 << 24,
          .directedness = directedness,
          .ranks = ranks,
          .for_levels_only = true,
          .degrees = degrees};
}

/// Of a graph of as many edges a vertex.
PartitionFacts few(std::uint64_t edges_a_vertex, int ranks) {
  PartitionFacts of = facts({}, ranks);
  of.num_edges = edges_a_vertex * of.num_vertices;
  return of;
}

TEST(ChoosePartition, FewRanksTakeOneColumnForDenseGraphs) {
  for (const int ranks : {2, 3, kFewRanks}) {
    const PartitionChoice choice = choose_partition(few(4, ranks));
    EXPECT_EQ(choice.scheme, Scheme::k2d) << ranks;
    EXPECT_EQ(choice.grid, (Grid{ranks, 1}));
  }
}

TEST(ChoosePartition, FewRanksTakeRowsForOthers) {
  EXPECT_EQ(choose_partition(few(16, 1)).scheme, Scheme::k1d);
  // Roads.
  for (const int ranks : {2, 4, kFewRanks}) {
    EXPECT_EQ(choose_partition(few(2, ranks)).scheme, Scheme::k1d) << ranks;
  }
  PartitionFacts other = few(16, 4);
  other.directedness = Directedness::kDirected;
  EXPECT_EQ(choose_partition(other).scheme, Scheme::k1d);
  other = few(16, 4);
  other.for_levels_only = false;
  EXPECT_EQ(choose_partition(other).scheme, Scheme::k1d);
  EXPECT_EQ(choose_partition(few(0, 4)).scheme, Scheme::k1d);
}

TEST(ChoosePartition, HubsBecomeDelegatesWhereRanksAreMany) {
  const PartitionChoice choice = choose_partition(facts(skewed(20), 64));
  EXPECT_EQ(choice.scheme, Scheme::kDelegate);
  EXPECT_EQ(choice.threshold, choose_threshold(skewed(20), 64));
  EXPECT_NE(choice.threshold, kNoDelegates);
}

TEST(ChoosePartition, DirectedGraphsHaveNoDelegates) {
  EXPECT_NE(choose_partition(facts(skewed(20), 64, Directedness::kDirected)).scheme,
            Scheme::kDelegate);
}

TEST(ChoosePartition, WithoutHubsTheMeanDegreeDecides) {
  EXPECT_EQ(choose_partition(facts(uniform(1 << 20, 3), 64)).scheme, Scheme::k1d);
  EXPECT_EQ(choose_partition(facts(uniform(1 << 20, 32), 64)).scheme, Scheme::k2d);
  EXPECT_EQ(choose_partition(facts(uniform(1 << 20, 32), 64)).grid, (Grid{8, 8}));
  EXPECT_EQ(choose_partition(facts(DegreeHistogram{}, 64)).scheme, Scheme::k1d);
}

}  // namespace
}  // namespace strider::detail

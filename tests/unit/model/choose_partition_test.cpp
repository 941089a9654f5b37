#include "model/choose_partition.hpp"

#include <gtest/gtest.h>

#include "model/degree_law.hpp"

namespace strider::detail {
namespace {

using Scheme = PartitionScheme;

/// As many vertices of a degree each.
DegreeHistogram uniform(std::uint64_t vertices, std::uint64_t degree) {
  DegreeHistogram histogram;
  histogram.sums[DegreeHistogram::class_of(degree)] += vertices;
  histogram.sums[DegreeHistogram::kClasses + DegreeHistogram::class_of(degree)] +=
      vertices * degree;
  return histogram;
}

PartitionFacts facts(const DegreeHistogram& degrees, int ranks,
                     Directedness directedness = Directedness::kUndirected) {
  return {.num_vertices = 1 << 20,
          .num_edges = 1 << 24,
          .directedness = directedness,
          .ranks = ranks,
          .purpose = GraphPurpose::kLevels,
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
  other.purpose = GraphPurpose::kAnySearch;
  EXPECT_EQ(choose_partition(other).scheme, Scheme::k1d);
  EXPECT_EQ(choose_partition(few(0, 4)).scheme, Scheme::k1d);
}

/// Of 2^22 vertices a rank.
PartitionFacts kronecker(int log_ranks, GraphPurpose purpose) {
  const model::DegreeLaw law(22 + log_ranks, 16);
  PartitionFacts of = facts(law.histogram(), 1 << log_ranks);
  of.num_vertices = std::uint64_t{1} << (22 + log_ranks);
  of.machine.ranks_per_node = 4;
  of.purpose = purpose;
  return of;
}

/// 1d has a message for every other rank on some levels, a grid for those of a row and a column.
TEST(ChoosePartition, ManyRanksTakeAGrid) {
  for (const int log_ranks : {5, 6}) {
    EXPECT_EQ(choose_partition(kronecker(log_ranks, GraphPurpose::kLevels)).scheme, Scheme::k1d);
  }
  for (const int log_ranks : {8, 12, 14, 16}) {
    const PartitionChoice choice = choose_partition(kronecker(log_ranks, GraphPurpose::kLevels));
    EXPECT_EQ(choice.scheme, Scheme::k2d) << log_ranks;
    EXPECT_EQ(choice.grid, near_square_grid(1 << log_ranks));
  }
}

TEST(ChoosePartition, ShortestPathsTakeNoGrid) {
  for (const int log_ranks : {6, 12, 16}) {
    EXPECT_NE(choose_partition(kronecker(log_ranks, GraphPurpose::kShortestPaths)).scheme,
              Scheme::k2d)
        << log_ranks;
  }
}

TEST(ChoosePartition, AGridOfTooManyRowsIsNotTaken) {
  PartitionFacts of = kronecker(12, GraphPurpose::kLevels);
  of.num_vertices = std::uint64_t{1} << 40U;
  EXPECT_NE(choose_partition(of).scheme, Scheme::k2d);
}

TEST(ChoosePartition, RoadsTakeRowsOnAnyNumberOfRanks) {
  for (const int ranks : {64, 4096, 100000}) {
    EXPECT_EQ(choose_partition(facts(uniform(1 << 20, 3), ranks)).scheme, Scheme::k1d) << ranks;
  }
  EXPECT_EQ(choose_partition(facts(DegreeHistogram{}, 64)).scheme, Scheme::k1d);
}

TEST(ChoosePartition, GraphsOfFewerVerticesThanRanksTakeRows) {
  // A complete graph, and a star.
  PartitionFacts of = facts(uniform(60, 59), 64);
  of.num_vertices = 60;
  EXPECT_EQ(choose_partition(of).scheme, Scheme::k1d);
  DegreeHistogram star = uniform(59, 1);
  star.add(59);
  of.degrees = star;
  EXPECT_EQ(choose_partition(of).scheme, Scheme::k1d);
}

/// Whatever is predicted of them, it is a number, and a scheme.
TEST(ChoosePartition, TakesSmallGraphsToo) {
  for (const std::uint64_t vertices : {64, 65, 100}) {
    DegreeHistogram star = uniform(vertices - 1, 1);
    star.add(vertices - 1);
    for (const DegreeHistogram& degrees : {uniform(vertices, vertices - 1), star}) {
      PartitionFacts of = facts(degrees, 64);
      of.num_vertices = vertices;
      EXPECT_NE(choose_partition(of).scheme, Scheme::kAuto) << vertices;
    }
  }
}

TEST(ChoosePartition, DirectedGraphsHaveNoDelegates) {
  for (const int log_ranks : {6, 10, 16}) {
    PartitionFacts of = kronecker(log_ranks, GraphPurpose::kShortestPaths);
    of.directedness = Directedness::kDirected;
    EXPECT_EQ(choose_partition(of).scheme, Scheme::k1d) << log_ranks;
  }
}

}  // namespace
}  // namespace strider::detail

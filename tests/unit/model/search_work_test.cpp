#include "model/search_work.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "model/level_profile.hpp"

namespace strider::model {
namespace {

Work sum(const std::vector<Work>& levels) {
  Work all;
  for (const Work& work : levels) all += work;
  return all;
}

Work work_of(const DegreeLaw& law, const Scheme& scheme) {
  return sum(work_of(law, profile_of(law, scheme, counted_levels(20)), scheme));
}

/// Top-down all arcs of what is reached are looked at, each once, wherever they are.
TEST(SearchWork, TopDownLooksAtAllArcs) {
  const DegreeLaw law(20, 16);
  for (const int side : {1, 4, 16}) {
    const int ranks = side * side;
    for (const PartitionScheme kind : {PartitionScheme::k1d, PartitionScheme::k2d}) {
      const Work work = work_of(law, {.kind = kind,
                                      .ranks = ranks,
                                      .grid = {side, side},
                                      .direction = DistDirection::kTopDown});
      EXPECT_NEAR(work.arcs * ranks / law.num_arcs(), 1, 1e-3) << ranks;
    }
  }
}

/// Bottom-up a search of such a graph looks at a few hundredths of them. On a grid they are the
/// same, but each rank of a row looks at the vertex.
TEST(SearchWork, BottomUpLooksAtFew) {
  const DegreeLaw law(20, 16);
  const Work alone = work_of(law, {.kind = PartitionScheme::k1d, .ranks = 1});
  EXPECT_LT(alone.arcs, 0.1 * law.num_arcs());
  EXPECT_GT(alone.arcs, law.num_connected() / 2);
  const Work on_64 = work_of(law, {.kind = PartitionScheme::k1d, .ranks = 64});
  EXPECT_NEAR(64 * on_64.arcs / alone.arcs, 1, 1e-9);
  EXPECT_NEAR(64 * on_64.vertices / alone.vertices, 1, 1e-9);
  const Work grid = work_of(law, {.kind = PartitionScheme::k2d, .ranks = 64, .grid = {8, 8}});
  EXPECT_GT(64 * grid.vertices, 1.1 * alone.vertices);
  EXPECT_LT(64 * grid.vertices, 8 * alone.vertices);
}

/// Every rank has rows of the delegates: Pan, Pearce and Owens 2018, section IV-B.
TEST(SearchWork, OfDelegatesGrowsWithRanks) {
  const DegreeLaw law(20, 16);
  const Scheme one{.kind = PartitionScheme::kDelegate, .ranks = 1, .threshold = 64};
  Scheme many = one;
  many.ranks = 64;
  const Work alone = work_of(law, one);
  const Work shared = work_of(law, many);
  EXPECT_LT(alone.arcs, 0.1 * law.num_arcs());
  EXPECT_GT(64 * (shared.arcs + shared.vertices), 1.5 * (alone.arcs + alone.vertices));
  EXPECT_LT(shared.arcs + shared.vertices, alone.arcs + alone.vertices);
  // Without delegates it is a search top-down.
  Scheme none = many;
  none.threshold = std::numeric_limits<double>::infinity();
  EXPECT_NEAR(64 * work_of(law, none).arcs / law.num_arcs(), 1, 0.02);
}

TEST(SearchWork, TakesTimeByTheRates) {
  const Machine machine{.name = "", .arcs_per_s = 100, .bytes_per_s = 1000};
  EXPECT_DOUBLE_EQ(computing_seconds(machine, {.arcs = 300, .vertices = 100, .bytes = 500}), 4.5);
}

}  // namespace
}  // namespace strider::model

#include "ranks/edges/arc_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "base/workspace.hpp"
#include "ranks/edges/arc_record.hpp"
#include "ranks/edges/redistribute.hpp"
#include "ranks/memory/memory_steps.hpp"
#include "ranks/one_d/local_id_numbering.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

TEST(RadixSort, SortsStablyByAnyNumberOfBits) {
  CounterRng rng(1, 2);
  for (const unsigned bits : {1U, 5U, 11U, 12U, 30U, 33U, 47U, 64U}) {
    for (const std::size_t size : {0U, 1U, 2U, 1000U}) {
      std::vector<std::uint64_t> keys(size);
      std::vector<std::uint32_t> values(size);
      std::vector<std::pair<std::uint64_t, std::uint32_t>> expected;
      for (std::uint32_t i = 0; i < size; ++i) {
        // Few different ones, so that many are equal.
        keys[i] = mix64(rng.below(300)) >> (64 - bits);
        values[i] = i;
        expected.emplace_back(keys[i], i);
      }
      std::stable_sort(expected.begin(), expected.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      std::vector<std::uint64_t> key_buffer(size);
      std::vector<std::uint32_t> value_buffer(size);
      const auto sorted =
          radix_sort(std::span(keys), values.data(), bits, key_buffer.data(), value_buffer.data());
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(sorted.keys[i], expected[i].first);
        ASSERT_EQ(sorted.values[i], expected[i].second);
      }
    }
  }
}

TEST(ArcRows, RefusesWhatAKeyCannotHold) {
  constexpr std::uint32_t kRows = ~std::uint32_t{0};
  EXPECT_NO_THROW(ArcBuckets<float>(kRows, 1ULL << 42U));
  EXPECT_THROW(ArcBuckets<float>(kRows, 1ULL << 43U), UsageError);
  EXPECT_NO_THROW(ArcBuckets<float>(1024, 1ULL << 43U));
}

TEST(ArcRows, AskBeforeTheyTakeWhatCame) {
  using Record = NarrowArc<NoWeight>;
  static_assert(sizeof(Record) == 8);
  ArcBuckets<NoWeight> buckets(10, 100);
  MemoryAccount account;
  std::uint64_t asked = 0;
  const auto take = [&](std::uint64_t next, bool there) {
    take_arrived(buckets, Array<Record>(50, Record(local_vertex(3), 7, {})), next, 1, account,
                 [&](std::uint64_t bytes) {
                   asked = bytes;
                   if (!there) throw MemoryError("a test", bytes, 0);
                 });
  };
  // Records of 8 bytes go, arcs of 4 come.
  EXPECT_THROW(take(0, false), MemoryError);
  EXPECT_EQ(asked, 50 * 4U);
  EXPECT_THROW(take(1000, false), MemoryError);
  EXPECT_EQ(asked, 50 * 4U + 1000 - 50 * 8U);
  EXPECT_TRUE(buckets.parts.empty());
  EXPECT_EQ(account.held(), 0U);
  take(1000, true);
  EXPECT_EQ(buckets.parts.size(), 1U);
  EXPECT_EQ(account.held(), 50 * 4U);
}

TEST(ArcRows, TakesAsManyBytesAsAKeyNeeds) {
  EXPECT_EQ(ArcBuckets<NoWeight>(1024, 1ULL << 32U).arc_bytes(), 4U);
  EXPECT_EQ(ArcBuckets<NoWeight>(1024, (1ULL << 32U) + 1).arc_bytes(), 6U);
  EXPECT_EQ(ArcBuckets<NoWeight>(1024, 1ULL << 48U).arc_bytes(), 6U);
  EXPECT_EQ(ArcBuckets<float>(1024, (1ULL << 48U) + 1).arc_bytes(), 12U);
  // Every bit of a key comes back.
  for (const unsigned bits : {20U, 33U, 48U, 49U, 63U}) {
    ArcBuckets<NoWeight> buckets(1, 1ULL << bits);
    const std::uint64_t last = buckets.id_mask() - 1;
    Array<WideArc<NoWeight>> arcs(2);
    arcs[0] = {local_vertex(0), last, {}};
    arcs[1] = {local_vertex(0), 1, {}};
    buckets.take(std::move(arcs), 1);
    EXPECT_EQ(buckets.key(buckets.parts[0], 0), last);
    EXPECT_EQ(buckets.key(buckets.parts[0], 1), 1U);
  }
}

/// Rows of ordered ids past 32 bits, as graphs have that no test can hold.
TEST(ArcRows, SortsArcsWithWidePositions) {
  constexpr std::uint64_t kPositions = 1ULL << 41U;
  constexpr std::uint32_t kRows = 5000;
  for (const int threads : {1, 3}) {
    CounterRng rng(3, 4);
    ArcBuckets<float> buckets(kRows, kPositions);
    std::vector<std::tuple<std::uint64_t, std::uint64_t, float>> expected;
    for (int chunk = 0; chunk < 7; ++chunk) {
      Array<WideArc<float>> arcs(1000);
      for (auto& arc : arcs) {
        const std::uint64_t row = rng.below(kRows / 10) * 10;
        const std::uint64_t ordered_id = kPositions - 1 - rng.below(20) * 111111111;
        const auto weight = static_cast<float>(rng.below(50));
        arc = WideArc<float>(local_vertex(row), ordered_id, weight);
        ASSERT_EQ(arc.row(), row);
        ASSERT_EQ(arc.ordered_id(), ordered_id);
        expected.emplace_back(row, ordered_id, weight);
      }
      buckets.take(std::move(arcs), threads);
    }
    EXPECT_EQ(buckets.arc_bytes(), 10U);
    std::vector<EdgeIndex> lengths(kRows);
    std::vector<std::uint64_t> kept;
    const RowCounts met = sort_buckets(buckets, Duplicates::kRemove, threads, std::span(lengths),
                                       kept, [](std::span<const std::uint64_t>) {});
    // The first of those equal in row and ordered id has the smallest weight.
    std::sort(expected.begin(), expected.end());
    const auto same_arc = [](const auto& a, const auto& b) {
      return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b);
    };
    const std::size_t all = expected.size();
    expected.erase(std::unique(expected.begin(), expected.end(), same_arc), expected.end());
    EXPECT_EQ(met.repeated, all - expected.size());
    std::vector<std::tuple<std::uint64_t, std::uint64_t, float>> sorted;
    for (std::size_t b = 0; b < buckets.count(); ++b) {
      buckets.for_each_run(b, kept[b], [&](auto& part, std::uint64_t begin, std::uint64_t arcs) {
        for (std::uint64_t i = begin; i < begin + arcs; ++i) {
          const std::uint64_t key = buckets.key(part, i);
          sorted.emplace_back((b << buckets.shift) + (key >> buckets.id_bits),
                              key & buckets.id_mask(), part.weights[i]);
        }
      });
    }
    EXPECT_EQ(sorted, expected);
    for (std::uint64_t row = 0; row < kRows; ++row) {
      EXPECT_EQ(lengths[row], static_cast<std::uint64_t>(std::count_if(
                                  expected.begin(), expected.end(),
                                  [&](const auto& arc) { return std::get<0>(arc) == row; })));
    }
  }
}

/// Local ids of a rank among so many vertices that no array could be as long.
TEST(LocalIdNumbering, NumbersFewOfVeryManyVertices) {
  const std::uint64_t n = 1ULL << 40U;
  const OwnerMap owners = OwnerMap::cyclic(n, 1000);
  const int own = 400;
  const RankOrder space(owners);
  std::vector<OwnedVertex> places;
  CounterRng rng(5, 6);
  for (int i = 0; i < 300; ++i) {
    places.push_back({static_cast<int>(rng.below(1000)), local_vertex(rng.below(1000000000))});
    places.push_back(places[rng.below(places.size())]);
  }
  std::vector<std::uint64_t> keys;
  for (const OwnedVertex& owned : places) keys.push_back(space.id(owned, own) | 1ULL << 50U);
  Workspace workspace;
  LocalIdNumbering numbering(workspace, owners, own, keys.size());
  workspace.take("a test", HostMemory());
  numbering.name(keys, (1ULL << 50U) - 1);
  numbering.number(1);
  numbering.start_translation(workspace);
  workspace.take("a test", HostMemory());
  EXPECT_LE(numbering.bytes(), keys.size() * (sizeof(std::uint64_t) + sizeof(std::uint32_t)));
  EXPECT_EQ(numbering.local_ids().range(own).size, owners.size(own));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::uint32_t c = numbering.local_id(keys[i] & ((1ULL << 50U) - 1));
    EXPECT_EQ(numbering.local_ids().locate(local_id(c)), places[i]);
    EXPECT_EQ(numbering.local_ids().find(places[i]), local_id(c));
  }
  EXPECT_EQ(numbering.local_ids().find({(places[0].rank + 1) % 1000, local_vertex(5)}).has_value(),
            (places[0].rank + 1) % 1000 == own);
}

}  // namespace
}  // namespace strider::detail

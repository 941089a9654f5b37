#include "ranks/edges/sorted_arcs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <tuple>
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

TEST(ArcBuckets, RefuseWhatAKeyCannotHold) {
  constexpr std::uint32_t kRows = ~std::uint32_t{0};
  EXPECT_NO_THROW(ArcBuckets<float>(kRows, 1ULL << 42U));
  EXPECT_THROW(ArcBuckets<float>(kRows, 1ULL << 43U), UsageError);
  EXPECT_NO_THROW(ArcBuckets<float>(1024, 1ULL << 43U));
}

TEST(ArcBuckets, AskBeforeTheyTakeWhatCame) {
  using Record = NarrowArc<NoWeight>;
  static_assert(sizeof(Record) == 8);
  ArcBuckets<NoWeight> buckets(10, 100);
  MemoryAccount account;
  std::uint64_t asked = 0;
  const auto take = [&](bool there) {
    take_arrived(buckets, Array<Record>(50, Record(local_vertex(3), 7, {})), 1, account,
                 [&](std::uint64_t bytes) {
                   asked = bytes;
                   if (!there) throw MemoryError("a test", bytes, 0);
                 });
  };
  EXPECT_THROW(take(false), MemoryError);
  EXPECT_EQ(asked, 50 * 4U);
  EXPECT_TRUE(buckets.parts.empty());
  EXPECT_EQ(account.held(), 0U);
  take(true);
  EXPECT_EQ(buckets.parts.size(), 1U);
  EXPECT_EQ(account.held(), 50 * 4U);
}

TEST(ArcBuckets, TakeAsManyBytesAsAKeyNeeds) {
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

using Arc = std::tuple<std::uint64_t, std::uint64_t, float>;

/// Rows of ordered ids past 32 bits, as graphs have that no test can hold; every tenth row has
/// arcs.
class WidePositions {
 public:
  static constexpr std::uint64_t kPositions = 1ULL << 41U;
  static constexpr std::uint32_t kRows = 5000;

  explicit WidePositions(int threads, std::size_t parts, std::size_t arcs_of_part)
      : lengths_(kRows) {
    CounterRng rng(3, 4);
    ArcBuckets<float> buckets(kRows, kPositions);
    for (std::size_t part = 0; part < parts; ++part) {
      Array<WideArc<float>> arcs(arcs_of_part);
      for (auto& arc : arcs) {
        const std::uint64_t row = rng.below(kRows / 10) * 10;
        const std::uint64_t ordered_id = kPositions - 1 - rng.below(20) * 111111111;
        const auto weight = static_cast<float>(rng.below(50));
        arc = WideArc<float>(local_vertex(row), ordered_id, weight);
        EXPECT_EQ(arc.row(), row);
        EXPECT_EQ(arc.ordered_id(), ordered_id);
        expected_.emplace_back(row, ordered_id, weight);
      }
      buckets.take(std::move(arcs), threads);
    }
    EXPECT_EQ(buckets.arc_bytes(), 10U);
    // The first of those equal in row and ordered id has the smallest weight.
    std::sort(expected_.begin(), expected_.end());
    const auto same_arc = [](const Arc& a, const Arc& b) {
      return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b);
    };
    const std::size_t all = expected_.size();
    expected_.erase(std::unique(expected_.begin(), expected_.end(), same_arc), expected_.end());
    arcs_.emplace(std::move(buckets), Duplicates::kRemove, threads, std::span(lengths_));
    EXPECT_EQ(arcs_->met().repeated, all - expected_.size());
    EXPECT_EQ(arcs_->size(), expected_.size());
  }

  SortedArcs<float>& arcs() { return *arcs_; }
  [[nodiscard]] const std::vector<Arc>& expected() const { return expected_; }
  [[nodiscard]] const std::vector<EdgeIndex>& lengths() const { return lengths_; }

 private:
  std::vector<Arc> expected_;
  std::vector<EdgeIndex> lengths_;
  std::optional<SortedArcs<float>> arcs_;
};

TEST(SortedArcs, AreThoseOfWidePositionsInOrder) {
  for (const int threads : {1, 3}) {
    WidePositions made(threads, 7, 1000);
    std::vector<std::vector<Arc>> parts(static_cast<std::size_t>(threads));
    made.arcs().by_parts([&](Range buckets, std::size_t part) {
      made.arcs().for_each(buckets, [&](std::uint64_t row, std::uint64_t id, float weight) {
        parts[part].emplace_back(row, id, weight);
      });
    });
    std::vector<Arc> sorted;
    for (const auto& part : parts) sorted.insert(sorted.end(), part.begin(), part.end());
    EXPECT_EQ(sorted, made.expected());
    for (std::uint64_t row = 0; row < WidePositions::kRows; ++row) {
      EXPECT_EQ(made.lengths()[row], static_cast<std::uint64_t>(std::count_if(
                                         made.expected().begin(), made.expected().end(),
                                         [&](const Arc& arc) { return std::get<0>(arc) == row; })));
    }
  }
}

TEST(SortedArcs, BecomeRowsInTheirPlace) {
  for (const int threads : {1, 3}) {
    // Parts of several pages, and of less than one.
    for (const std::size_t arcs : {100'000U, 500U}) {
      WidePositions made(threads, 4, arcs);
      const auto reversed = [](std::uint64_t id) { return WidePositions::kPositions - 1 - id; };
      const auto stays = [](std::uint64_t row, std::uint64_t id) {
        return (row + id) % 3 == 0 && row != 70;
      };
      const std::uint64_t before = made.arcs().bytes();
      made.arcs().filter([](std::uint64_t row) { return row; },
                         [&](std::uint64_t row, std::uint64_t& id) {
                           const bool whether = stays(row, id);
                           id = reversed(id);
                           return whether;
                         });
      EXPECT_LE(made.arcs().bytes(), arcs > 500 ? before / 4 : before);
      EXPECT_LE(made.arcs().growth(8), made.arcs().size() * 8);
      const ArcRows<float> rows = made.arcs().into_rows(
          [](std::uint64_t id) { return static_cast<Vertex>(id / 111111111); });
      std::size_t at = 0;
      for (const auto& [row, id, weight] : made.expected()) {
        if (!stays(row, id)) continue;
        ASSERT_LT(at, rows.targets.size());
        EXPECT_EQ(rows.targets[at], reversed(id) / 111111111);
        EXPECT_EQ(rows.weights[at++], weight);
      }
      EXPECT_EQ(at, rows.targets.size());
    }
  }
}

TEST(SortedArcs, GrowByLessThanWhatTheyBecomeWherePartsAreLong) {
  // No arc is there twice: as much comes as goes, but for pages and the bucket at hand.
  constexpr std::uint32_t kRows = 1 << 14;
  constexpr std::uint64_t kArcs = 1 << 20;
  ArcBuckets<NoWeight> buckets(kRows, 1 << 16);
  for (std::uint64_t part = 0; part < 2; ++part) {
    Array<NarrowArc<NoWeight>> arcs(kArcs / 2);
    for (std::uint64_t i = 0; i < arcs.size(); ++i) {
      arcs[i] = NarrowArc<NoWeight>(local_vertex(i % kRows), 2 * (i / kRows) + part, {});
    }
    buckets.take(std::move(arcs), 1);
  }
  std::vector<EdgeIndex> lengths(kRows);
  SortedArcs<NoWeight> arcs(std::move(buckets), Duplicates::kRemove, 1, std::span(lengths));
  ASSERT_EQ(arcs.size(), kArcs);
  EXPECT_LE(arcs.growth(4), 4 * page_bytes() + 4 * kArcs / 512);
  EXPECT_GT(arcs.growth(4), 0U);
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

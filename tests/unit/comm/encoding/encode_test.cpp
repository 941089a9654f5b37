#include <gtest/gtest.h>

#include "comm/encoding/encoding.hpp"
#include "unit/comm/encoding/sets.hpp"

namespace strider::comm {
namespace {

using test::IdSet;

constexpr Encoding kAll[] = {Encoding::kAuto, Encoding::kThreshold, Encoding::kList,
                             Encoding::kBitmap, Encoding::kVarint};

/// A message with its guard: bytes past the bound stay as they are.
struct Message {
  Array<std::byte> memory;
  std::size_t bytes = 0;

  template <class Encode>
  Message(std::size_t bound, Encode&& encode) : memory(bound + 16, std::byte{0xAB}) {
    bytes = encode(memory.span().first(bound));
    EXPECT_LE(bytes, bound);
    for (std::size_t i = bound; i < memory.size(); ++i) {
      EXPECT_EQ(memory[i], std::byte{0xAB}) << "written past the end";
    }
  }
  [[nodiscard]] std::span<const std::byte> view() const { return memory.span().first(bytes); }
};

Message from_ids(const IdSet& set, Encoding encoding) {
  return {bound(set.universe, set.ids.size(), encoding),
          [&](std::span<std::byte> to) { return encode(set.ids, set.universe, encoding, to); }};
}

Message from_bitmap(const IdSet& set, Encoding encoding) {
  const std::vector<std::uint64_t> words = set.words();
  return {bound(set.universe, set.ids.size(), encoding), [&](std::span<std::byte> to) {
            return encode_bitmap(words, set.universe, set.ids.size(), encoding, to);
          }};
}

std::vector<std::uint32_t> ids_of(std::span<const std::byte> message, std::uint32_t universe) {
  Array<std::uint32_t> buffer;
  const Decoded decoded = decode(message, universe, buffer);
  std::vector<std::uint32_t> ids;
  decoded.for_each([&](std::uint32_t id) { ids.push_back(id); });
  EXPECT_EQ(decoded.count(), ids.size());
  return ids;
}

/// A bitmap of the largest universe takes 512 MiB: left out.
bool too_large(const IdSet& set, Encoding encoding) {
  return set.universe > (1U << 30U) && encoding == Encoding::kBitmap;
}

TEST(Encode, RoundTripsSetsOfAllDensities) {
  for (const IdSet& set : test::id_sets()) {
    for (const Encoding encoding : kAll) {
      if (too_large(set, encoding)) continue;
      SCOPED_TRACE(set.name + ", encoding " + std::to_string(static_cast<int>(encoding)));
      EXPECT_EQ(ids_of(from_ids(set, encoding).view(), set.universe), set.ids);
    }
  }
}

TEST(Encode, WritesTheSameFromBitmapsAsFromIds) {
  for (const IdSet& set : test::id_sets()) {
    if (set.universe > (1U << 30U)) continue;
    for (const Encoding encoding : kAll) {
      SCOPED_TRACE(set.name + ", encoding " + std::to_string(static_cast<int>(encoding)));
      const Message ids = from_ids(set, encoding);
      const Message bits = from_bitmap(set, encoding);
      EXPECT_TRUE(std::ranges::equal(ids.view(), bits.view()));
    }
  }
}

TEST(Encode, TakesTheShortestMessage) {
  for (const IdSet& set : test::id_sets()) {
    if (set.universe > (1U << 30U)) continue;
    SCOPED_TRACE(set.name);
    const auto bytes = [&](Encoding encoding) { return from_ids(set, encoding).bytes; };
    const std::size_t list = bytes(Encoding::kList);
    const std::size_t bitmap = bytes(Encoding::kBitmap);
    EXPECT_EQ(bytes(Encoding::kThreshold), std::min(list, bitmap));
    EXPECT_EQ(bytes(Encoding::kAuto), std::min({list, bitmap, bytes(Encoding::kVarint)}));
  }
}

TEST(Encode, ReadsWhatWasFastest) {
  for (const IdSet& set : test::id_sets()) {
    if (set.universe > (1U << 30U)) continue;
    for (const double nanoseconds : {0.0, 0.1, 10.0, 1e6}) {
      SCOPED_TRACE(set.name + ", a byte in " + std::to_string(nanoseconds));
      const Encoding encoding = Encoding::fastest(nanoseconds);
      EXPECT_EQ(ids_of(from_ids(set, encoding).view(), set.universe), set.ids);
      EXPECT_EQ(ids_of(from_bitmap(set, encoding).view(), set.universe), set.ids);
    }
  }
}

// One id in a hundred, from a bitmap: as it is over 100 Gbit/s, as gaps over 100 Mbit/s.
TEST(Encode, SendsMoreBytesWhereThatIsFaster) {
  IdSet set{"", 1U << 20U, {}};
  for (std::uint32_t id = 0; id < set.universe; id += 100) set.ids.push_back(id);
  const std::vector<std::uint64_t> words = set.words();
  const auto bytes = [&](Encoding encoding) {
    Array<std::byte> to(bound(set.universe, encoding));
    return encode_bitmap(words, set.universe, set.ids.size(), encoding, to.span());
  };
  EXPECT_EQ(bytes(Encoding::fastest(0.08)), bytes(Encoding::kBitmap));
  EXPECT_EQ(bytes(Encoding::fastest(80)), bytes(Encoding::kVarint));
}

TEST(Encode, GivesTheSizesOfTheFormat) {
  const IdSet set{"", 1000, {0, 1, 127 + 2, 999}};
  EXPECT_EQ(from_ids(set, Encoding::kList).bytes, 4 * 4 + 1U);
  EXPECT_EQ(from_ids(set, Encoding::kBitmap).bytes, 16 * 8 + 1U);
  // Gaps 0, 0, 127, 869.
  EXPECT_EQ(from_ids(set, Encoding::kVarint).bytes, 1 + 1 + 1 + 2 + 1U);
  for (const Encoding encoding : kAll) {
    EXPECT_EQ(from_ids({"", 1000, {}}, encoding).bytes, 0U);
  }
}

TEST(Encode, RefusesIdsPastTheUniverseAndBuffersTooSmall) {
  Array<std::byte> to(4096);
  const std::vector<std::uint32_t> ids = {3, 100};
  EXPECT_THROW((void)encode(ids, 100, Encoding::kBitmap, to.span()), UsageError);
  for (const Encoding encoding : kAll) {
    const std::size_t needed = bound(101, 2, encoding);
    EXPECT_THROW((void)encode(ids, 101, encoding, to.span().first(needed - 1)), UsageError);
    EXPECT_NO_THROW((void)encode(ids, 101, encoding, to.span().first(needed)));
  }
}

TEST(Encode, RefusesBitmapsThatAreNotWhatIsSaidOfThem) {
  Array<std::byte> to(4096);
  const std::vector<std::uint64_t> words = {~std::uint64_t{0}, 1};
  EXPECT_THROW((void)encode_bitmap(words, 200, 65, Encoding::kAuto, to.span()), UsageError);
  EXPECT_THROW((void)encode_bitmap(words, 65, 66, Encoding::kAuto, to.span()), UsageError);
  EXPECT_THROW((void)encode_bitmap(words, 65, 64, Encoding::kList, to.span()), UsageError);
  EXPECT_THROW((void)encode_bitmap(words, 128, 66, Encoding::kList, to.span()), UsageError);
  EXPECT_THROW((void)encode_bitmap(words, 65, 1, Encoding::kVarint, to.span()), UsageError);
}

}  // namespace
}  // namespace strider::comm

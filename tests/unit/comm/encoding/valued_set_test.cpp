#include "comm/encoding/valued_set.hpp"

#include <gtest/gtest.h>

#include "unit/comm/encoding/sets.hpp"

namespace strider::comm {
namespace {

template <class V>
Array<std::byte> encoded(const test::IdSet& set, Encoding encoding) {
  std::vector<V> values;
  for (const std::uint32_t id : set.ids) values.push_back(static_cast<V>(id) * 3 + 1);
  const std::size_t bound = valued_bound<V>(set.universe, set.ids.size(), encoding);
  Array<std::byte> message(bound);
  message.truncate(encode_valued<V>(set.ids, values, set.universe, encoding, message.span()));
  EXPECT_LE(message.size(), bound);
  return message;
}

template <class V>
void expect_round_trips(Encoding encoding) {
  for (const test::IdSet& set : test::id_sets()) {
    if (set.universe > 100000 && encoding == Encoding::kBitmap) continue;
    SCOPED_TRACE(set.name);
    const Array<std::byte> message = encoded<V>(set, encoding);
    EXPECT_EQ(message.empty(), set.ids.empty());
    Array<std::uint32_t> buffer;
    std::vector<std::uint32_t> ids;
    decode_valued<V>(message.span(), set.universe, buffer).for_each([&](std::uint32_t id, V value) {
      ids.push_back(id);
      EXPECT_EQ(value, static_cast<V>(id) * 3 + 1);
    });
    EXPECT_EQ(ids, set.ids);
  }
}

TEST(ValuedSet, RoundTrips) {
  for (const Encoding encoding : {Encoding::kAuto, Encoding::kThreshold, Encoding::kList,
                                  Encoding::kBitmap, Encoding::kVarint}) {
    expect_round_trips<float>(encoding);
    expect_round_trips<double>(encoding);
    expect_round_trips<std::uint32_t>(encoding);
    expect_round_trips<std::uint64_t>(encoding);
  }
}

// The set alone fits as a bitmap into some of these rooms, but not with the count of ids behind it.
TEST(ValuedSet, KeepsRoomForItsCountInTheFastestEncoding) {
  std::vector<std::uint32_t> ids(20);
  for (std::uint32_t i = 0; i < ids.size(); ++i) ids[i] = 50 * i;
  const std::vector<float> values(ids.size(), 3);
  const std::size_t least = valued_bound<float>(1000, ids.size(), Encoding::kAuto);
  const std::size_t most = valued_bound<float>(1000, ids.size(), Encoding::kBitmap);
  Array<std::uint32_t> buffer;
  for (std::size_t bytes = least; bytes <= most; ++bytes) {
    Array<std::byte> message(bytes);
    message.truncate(encode_valued<float>(ids, values, 1000, Encoding::fastest(0), message.span()));
    std::vector<std::uint32_t> read;
    decode_valued<float>(message.span(), 1000, buffer).for_each([&](std::uint32_t id, float) {
      read.push_back(id);
    });
    ASSERT_EQ(read, ids) << bytes << " bytes";
    if (bytes < most) continue;
    EXPECT_EQ(message.size(), most);  // as a bitmap
  }
}

TEST(ValuedSet, TakesFourBytesAndPaddingMoreThanItsParts) {
  const test::IdSet set{"", 1000, {1, 2, 900}};
  Array<std::byte> ids(bound(1000));
  const std::size_t ids_bytes = encode(set.ids, 1000, Encoding::kAuto, ids.span());
  EXPECT_EQ(encoded<double>(set, Encoding::kAuto).size(), 3 * 8 + ids_bytes + 4);
  EXPECT_EQ(encoded<float>(set, Encoding::kAuto).size(), 3 * 4 + 4 + ids_bytes + 4);
}

TEST(ValuedSet, RefusesEveryBeginningOfAMessage) {
  for (const Encoding encoding : {Encoding::kList, Encoding::kBitmap, Encoding::kVarint}) {
    const Array<std::byte> message = encoded<float>({"", 100, {1, 2, 70}}, encoding);
    Array<std::uint32_t> buffer;
    for (std::size_t size = 1; size < message.size(); ++size) {
      EXPECT_THROW((void)decode_valued<float>(message.span().first(size), 100, buffer),
                   EncodingError)
          << size;
    }
  }
}

TEST(ValuedSet, RefusesMoreValuesThanIds) {
  Array<std::byte> to(1000);
  const std::vector<std::uint32_t> ids = {1, 2};
  const std::vector<float> values = {1};
  EXPECT_THROW((void)encode_valued<float>(ids, values, 10, Encoding::kAuto, to.span()), UsageError);
}

}  // namespace
}  // namespace strider::comm

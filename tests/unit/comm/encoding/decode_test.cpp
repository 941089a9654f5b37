#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>

#include "comm/encoding/encoding.hpp"
#include "comm/encoding/tags.hpp"
#include "support/errors.hpp"

namespace strider::comm {
namespace {

Array<std::byte> message(std::initializer_list<int> payload, std::byte tag) {
  Array<std::byte> bytes(payload.size() + 1);
  std::size_t i = 0;
  for (const int byte : payload) bytes[i++] = static_cast<std::byte>(byte);
  bytes[i] = tag;
  return bytes;
}

void expect_refused(const Array<std::byte>& bytes, std::uint32_t universe,
                    const std::string& because) {
  Array<std::uint32_t> buffer;
  test::expect_error<EncodingError>(because, [&] { (void)decode(bytes.span(), universe, buffer); });
}

using detail::kBitmapTag;
using detail::kListTag;
using detail::kVarintTag;

TEST(Decode, ReadsWhatTheFormatSays) {
  Array<std::uint32_t> buffer;
  const Array<std::byte> list = message({5, 0, 0, 0, 0, 1, 0, 0}, kListTag);
  const Decoded from_list = decode(list.span(), 257, buffer);
  EXPECT_EQ(std::vector<std::uint32_t>(from_list.ids.begin(), from_list.ids.end()),
            (std::vector<std::uint32_t>{5, 256}));
  const Array<std::byte> bitmap = message({3, 0, 0, 0, 0, 0, 0, 64}, kBitmapTag);
  const Decoded from_bitmap = decode(bitmap.span(), 63, buffer);
  EXPECT_TRUE(from_bitmap.is_bitmap);
  ASSERT_EQ(from_bitmap.words.size(), 1U);
  EXPECT_EQ(from_bitmap.words[0], 0x4000000000000003U);
  EXPECT_EQ(from_bitmap.count(), 3U);
  const Array<std::byte> varint = message({0, 0, 127, 128, 1, 255, 127}, kVarintTag);
  const Decoded from_varint = decode(varint.span(), 100000, buffer);
  EXPECT_EQ(std::vector<std::uint32_t>(from_varint.ids.begin(), from_varint.ids.end()),
            (std::vector<std::uint32_t>{0, 1, 129, 258, 16642}));
}

TEST(Decode, StaysInTheMessageWhereItCan) {
  Array<std::uint32_t> buffer;
  const Array<std::byte> list = message({5, 0, 0, 0}, kListTag);
  EXPECT_EQ(static_cast<const void*>(decode(list.span(), 10, buffer).ids.data()), list.data());
  EXPECT_TRUE(buffer.empty());
}

TEST(Decode, RefusesUnknownTags) {
  for (const int tag : {0, 4, 255}) {
    expect_refused(message({0}, static_cast<std::byte>(tag)), 10, "ends in byte");
  }
}

TEST(Decode, RefusesListsThatAreNone) {
  expect_refused(message({}, kListTag), 10, "a list of 0 bytes");
  expect_refused(message({1, 0, 0}, kListTag), 10, "a list of 3 bytes");
  expect_refused(message({10, 0, 0, 0}, kListTag), 10, "id 10 of 10");
  expect_refused(message({1, 0, 0, 0, 1, 0, 0, 0}, kListTag), 10, "not in ascending order");
  expect_refused(message({2, 0, 0, 0, 1, 0, 0, 0}, kListTag), 10, "not in ascending order");
  expect_refused(message({0, 0, 0, 0}, kListTag), 0, "id 0 of 0");
}

TEST(Decode, RefusesBitmapsThatAreNone) {
  expect_refused(message({}, kBitmapTag), 0, "a bitmap of 0 bytes");
  expect_refused(message({1, 0, 0, 0, 0, 0, 0}, kBitmapTag), 10, "a bitmap of 7 bytes");
  expect_refused(message({1, 0, 0, 0, 0, 0, 0, 0}, kBitmapTag), 65, "a bitmap of 8 bytes");
  expect_refused(message({0, 4, 0, 0, 0, 0, 0, 0}, kBitmapTag), 10, "bits beyond its 10");
}

TEST(Decode, RefusesVarintsThatAreNone) {
  expect_refused(message({}, kVarintTag), 10, "is incomplete");
  expect_refused(message({128}, kVarintTag), 10, "is incomplete");
  expect_refused(message({10}, kVarintTag), 10, "not below 10");
  expect_refused(message({1, 1, 1, 1, 1, 1, 1, 1}, kVarintTag), 15, "not below 15");
  expect_refused(message({128, 128, 128, 128, 128, 1}, kVarintTag), 4000000000U, "more than 5");
  expect_refused(message({255, 255, 255, 255, 127}, kVarintTag), 4294967295U, "not below");
  expect_refused(message({129, 0}, kVarintTag), 1000, "longer than its number");
}

TEST(Decode, RefusesMisalignedMessages) {
  const Array<std::byte> bytes = message({0, 1, 0, 0, 0}, kListTag);
  Array<std::uint32_t> buffer;
  EXPECT_THROW((void)decode(bytes.span().subspan(1), 10, buffer), UsageError);
}

}  // namespace
}  // namespace strider::comm

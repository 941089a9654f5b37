// Messages that kernels write are those of comm/encoding, in either memory, and are read back.
#include "ranks_gpu/wire.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "gpu/bitmap_words.hpp"
#include "gpu/device_state.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail::on_simt {
namespace {

using comm::Encoding;
constexpr MessagePlace kPlaces[] = {MessagePlace::kPinned, MessagePlace::kDevice};
constexpr u32 kMost = 1024;

/// What one rank has on its device, and memory for a message.
struct WireBench {
  explicit WireBench(MessagePlace place, Encoding encoding)
      : wire(workspace, queue, device, {place, encoding, kMost, kMost}),
        sets(workspace, queue, wire, {bitmap_words(kMost), kMost}, 64),
        memory(wire.messages(), 4 * kMost + 64) {
    workspace.take();
  }

  [[nodiscard]] std::span<std::byte> room() const { return {memory.data(), 4 * kMost + 64}; }
  [[nodiscard]] std::vector<std::byte> content(std::size_t bytes) {
    wire.messages()->settle();
    std::vector<std::byte> copy(bytes);
    wire.messages()->load(copy, memory.data());
    return copy;
  }
  /// A message of the host's in the memory.
  std::span<const std::byte> put(std::span<const std::byte> message) {
    wire.messages()->store(memory.data(), message);
    return {memory.data(), message.size()};
  }

  Device device = Device::simt({.seed = 3});
  Queue queue{static_cast<Context&>(*device.state().context)};
  Workspace workspace;
  Wire wire;
  Sets sets;
  comm::MessageBytes memory;
};

std::vector<u32> ids_of(u32 universe, u32 step) {
  std::vector<u32> ids;
  for (u32 i = step / 2; step > 0 && i < universe; i += step) ids.push_back(i);
  return ids;
}
std::vector<u32> words_with(u32 universe, const std::vector<u32>& ids) {
  std::vector<u32> words(bitmap_words(universe));
  for (const u32 i : ids) words[i / 32] |= 1U << i % 32;
  return words;
}

TEST(Wire, KernelsWriteAndReadEncodedSets) {
  for (const MessagePlace place : kPlaces) {
    for (const Encoding encoding : {Encoding::kAuto, Encoding::kList, Encoding::kBitmap}) {
      WireBench bench(place, encoding);
      for (const u32 universe : {1U, 63U, 64U, 65U, 1000U}) {
        for (const u32 step : {0U, 1U, 2U, 33U, 700U}) {
          const std::vector<u32> ids = ids_of(universe, step);
          const auto words = uploaded<u32>(bench.queue, words_with(universe, ids));
          const Sets::Written written = bench.sets.write(universe, words.data(), 0, bench.room());
          EXPECT_EQ(written.count, ids.size());
          EXPECT_LE(written.bytes, comm::bound(universe, ids.size(), encoding));

          const std::vector<std::byte> message = bench.content(written.bytes);
          Array<std::uint32_t> buffer;
          std::vector<u32> seen;
          comm::decode(message, universe, buffer).for_each([&](u32 i) { seen.push_back(i); });
          EXPECT_EQ(seen, ids) << universe << ", every " << step;

          const Sets::Message read = bench.sets.read(universe, bench.room().first(written.bytes));
          std::vector<u32> there(read.count);
          download_bytes(bench.queue, there.data(), read.data, there.size() * sizeof(u32));
          EXPECT_EQ(there, read.is_bitmap ? words_with(universe, ids) : ids);
        }
      }
    }
  }
}

TEST(Wire, WritesWhatIsNotInASet) {
  for (const MessagePlace place : kPlaces) {
    WireBench bench(place, Encoding::kAuto);
    constexpr u32 kUniverse = 192;
    for (const u32 step : {1U, 2U, 100U}) {
      std::vector<u32> others;
      const std::vector<u32> ids = ids_of(kUniverse, step);
      for (u32 i = 0; i < kUniverse; ++i) {
        if (!std::ranges::binary_search(ids, i)) others.push_back(i);
      }
      const auto words = uploaded<u32>(bench.queue, words_with(kUniverse, ids));
      const std::size_t bytes = bench.sets.write(kUniverse, words.data(), ~0U, bench.room()).bytes;
      Array<std::uint32_t> buffer;
      std::vector<u32> seen;
      const std::vector<std::byte> message = bench.content(bytes);
      comm::decode(message, kUniverse, buffer).for_each([&](u32 i) { seen.push_back(i); });
      EXPECT_EQ(seen, others);
    }
  }
}

/// On the device a message says what it is by its length.
TEST(Wire, TakesListsAndBitmapsByTheirLength) {
  constexpr u32 kUniverse = 256;  // 8 words of a bitmap
  const auto form_of = [](Encoding encoding, std::size_t bytes) {
    WireBench bench(MessagePlace::kDevice, encoding);
    return bench.wire.form_of(kUniverse, bench.room().first(bytes));
  };
  for (u32 count = 1; count < 8; ++count) {
    EXPECT_FALSE(form_of(Encoding::kAuto, 4 * count + 1).is_bitmap);
    EXPECT_EQ(form_of(Encoding::kAuto, 4 * count + 1).words, count);
  }
  EXPECT_TRUE(form_of(Encoding::kAuto, 33).is_bitmap);
  EXPECT_TRUE(form_of(Encoding::kBitmap, 33).is_bitmap);
  EXPECT_FALSE(form_of(Encoding::kList, 33).is_bitmap);
  EXPECT_EQ(form_of(Encoding::kList, 4 * 256 + 1).words, 256U);
  EXPECT_EQ(form_of(Encoding::kAuto, 0).words, 0U);
  for (const std::size_t bytes : {1U, 2U, 4U, 32U, 34U, 37U, 1025U}) {
    EXPECT_THROW((void)form_of(Encoding::kAuto, bytes), comm::EncodingError) << bytes;
  }
  EXPECT_THROW((void)form_of(Encoding::kBitmap, 5), comm::EncodingError);
  EXPECT_THROW((void)form_of(Encoding::kList, 4 * 257 + 1), comm::EncodingError);
}

/// On the host it is looked at whole.
TEST(Wire, RefusesWhatIsNoSet) {
  WireBench bench(MessagePlace::kPinned, Encoding::kAuto);
  std::vector<std::byte> message(64);
  const std::vector<u32> ids{3, 9};
  const std::size_t bytes = comm::encode(ids, 10, Encoding::kList, message);
  const auto form = bench.wire.form_of(10, bench.put(std::span(message).first(bytes)));
  EXPECT_EQ(form.words, 2U);
  EXPECT_THROW((void)bench.wire.form_of(9, bench.put(std::span(message).first(bytes))),
               comm::EncodingError);
  EXPECT_THROW((void)bench.wire.form_of(10, bench.put(std::span(message).first(bytes - 1))),
               comm::EncodingError);
}

/// More than the few bytes that go at a time.
TEST(DeviceMessages, AreStoredAndLoadedByTheHost) {
  for (const MessagePlace place : kPlaces) {
    WireBench bench(place, Encoding::kAuto);
    std::vector<std::byte> bytes(1001);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7);
    (void)bench.put(bytes);
    EXPECT_EQ(bench.content(bytes.size()), bytes);
    EXPECT_EQ(bench.wire.messages()->is_host(), place == MessagePlace::kPinned);
  }
}

TEST(DeviceMessages, UniteWords) {
  WireBench bench(MessagePlace::kDevice, Encoding::kAuto);
  auto* const words = reinterpret_cast<std::uint64_t*>(bench.memory.data());
  const std::vector<std::uint64_t> two{1, 2, 4, 8, 3, 2, 0, 1U << 20U};
  (void)bench.put(std::as_bytes(std::span(two)));
  bench.wire.messages()->unite(words, words + 4, 4);
  const std::vector<std::byte> content = bench.content(32);
  std::vector<std::uint64_t> united(4);
  std::ranges::copy(content, std::as_writable_bytes(std::span(united)).begin());
  EXPECT_EQ(united, (std::vector<std::uint64_t>{3, 2, 4, 8 | 1U << 20U}));
}

}  // namespace
}  // namespace strider::detail::on_simt

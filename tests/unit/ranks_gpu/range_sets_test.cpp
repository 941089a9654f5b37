// Sets for all ranks are written together: as the host writes each of them, with as many launches
// and waits for many ranks as for one.
#include "ranks_gpu/range_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.hpp"
#include "gpu/device_state.hpp"
#include "gpu/emulated/open.hpp"

namespace strider::detail::on_simt {
namespace {

using comm::Encoding;
using comm::PackedMessages;

constexpr u32 kMostBytes = 4 * 300 + 64;  // of a message

/// Ranks with sets of up to 300 names, one of them none. With `names` ranges begin anywhere.
struct SetsOfRanks {
  SetsOfRanks(u32 num_ranks, bool with_names) : ranges{{0}, {}} {
    for (u32 r = 0; r < num_ranks; ++r) {
      const u32 size = r == 3 ? 0 : 1 + static_cast<u32>(mix64(r) % 300);
      ranges.universes.push_back(size);
      const u32 end = ranges.begins.back() + size;
      ranges.begins.push_back(with_names ? end : (end + 31) / 32 * 32);
    }
    bits.resize(ranges.begins.back() / 32 + 1);
    members.resize(num_ranks);
    if (with_names) names.resize(ranges.begins.back());
    for (u32 r = 0; r < num_ranks; ++r) {
      for (u32 i = 0; i < ranges.universes[r]; ++i) {
        const u32 bit = ranges.begins[r] + i;
        // Ascending, as members of a list are.
        if (with_names) names[bit] = i;
        // Some have few members, some nearly all.
        if (mix64(bit) % 40 > (r * 7) % 41) continue;
        bits[bit / 32] |= 1U << bit % 32;
        members[r].push_back(i);
      }
    }
  }

  RangeSets::Ranges ranges;
  std::vector<u32> bits;
  std::vector<u32> names;
  std::vector<std::vector<u32>> members;  // by rank
};

struct Cost {
  std::uint64_t launches;
  std::uint64_t waits;
  bool operator==(const Cost&) const = default;
};

/// Writes the sets, expects the host's messages, and returns what that took on the device.
Cost write(const SetsOfRanks& sets, MessagePlace place, Encoding encoding) {
  const Device device = Device::simt({.seed = 3});
  Queue queue(static_cast<Context&>(*device.state().context));
  const auto num_ranks = sets.members.size();
  const std::size_t words = num_ranks * RangeSets::packed_words(kMostBytes);
  Workspace workspace;
  Wire wire(workspace, queue, device, {place, encoding, words, words});
  RangeSets written(workspace, queue, wire, sets.ranges, 64);
  workspace.take();
  const comm::MessageBytes memory(wire.messages(), words * sizeof(u32));
  const auto bits = uploaded<u32>(queue, sets.bits);
  const auto names = uploaded<u32>(queue, sets.names);
  std::vector<PackedMessages::Message> messages;
  // In any order of ranks.
  for (std::size_t r = 0; r < num_ranks; ++r) {
    messages.push_back({static_cast<int>((r + 2) % num_ranks), kMostBytes, 0});
  }

  const auto cost = [&]() -> Cost {
    return {device.num_launches(), num_waits(*device.state().context)};
  };
  const Cost before = cost();
  written.count(bits.data());
  written.write({messages, {memory.data(), words * sizeof(u32)}}, names.data());
  wire.messages()->settle();
  const Cost after = cost();

  std::size_t begin = 0;
  for (const PackedMessages::Message& message : messages) {
    const auto r = static_cast<std::size_t>(message.rank);
    std::vector<std::byte> here(message.bytes);
    wire.messages()->load(here, memory.data() + begin);
    std::vector<std::byte> expected(kMostBytes + 64);
    expected.resize(comm::encode(sets.members[r], sets.ranges.universes[r], encoding, expected));
    EXPECT_EQ(here, expected) << "rank " << r << " of " << num_ranks;
    begin += PackedMessages::aligned(message.bytes);
  }
  return {after.launches - before.launches, after.waits - before.waits};
}

TEST(RangeSets, AreWrittenAsTheHostWritesThemWithTheSameLaunchesAndWaits) {
  for (const MessagePlace place : {MessagePlace::kPinned, MessagePlace::kDevice}) {
    for (const Encoding encoding : {Encoding::kThreshold, Encoding::kList, Encoding::kBitmap}) {
      for (const bool with_names : {false, true}) {
        for (const u32 num_ranks : {1U, 2U, 5U, 40U, 300U}) {
          // Counts by tile, places of ranges, messages; for the counts, and at the end.
          EXPECT_EQ(write(SetsOfRanks(num_ranks, with_names), place, encoding), (Cost{3, 2}));
        }
      }
    }
  }
}

/// Nothing is launched for sets without members but what counts them.
TEST(RangeSets, AreEmptyMessages) {
  SetsOfRanks sets(5, false);
  std::ranges::fill(sets.bits, 0);
  for (auto& members : sets.members) members.clear();
  EXPECT_EQ(write(sets, MessagePlace::kPinned, Encoding::kThreshold), (Cost{2, 2}));
}

}  // namespace
}  // namespace strider::detail::on_simt

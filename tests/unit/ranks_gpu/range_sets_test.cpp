// Sets for all ranks are written together: as the host writes each of them, with as many launches
// and waits for many ranks as for one.
#include "ranks_gpu/range_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "algorithms/sssp/ranks_gpu/message_kernels.hpp"
#include "base/random.hpp"
#include "gpu/device_state.hpp"
#include "gpu/emulated/open.hpp"

namespace strider::detail::on_simt {
namespace {

using comm::Encoding;
using comm::PackedMessages;

constexpr u32 kMostBytes = 12 * 300 + 64;  // of a message

/// Ranks with sets of up to 300 of their ids, one of them none. With names ranges begin anywhere,
/// and every third id may be a member.
struct SetsOfRanks {
  SetsOfRanks(u32 num_ranks, bool with_names) : ranges{{0}, {}} {
    for (u32 r = 0; r < num_ranks; ++r) {
      const u32 size = r == 3 ? 0 : 1 + static_cast<u32>(mix64(r) % 300);
      ranges.universes.push_back(with_names ? 3 * size : size);
      const u32 end = ranges.begins.back() + size;
      ranges.begins.push_back(with_names ? end : (end + 31) / 32 * 32);
    }
    bits.resize(ranges.begins.back() / 32 + 1);
    members.resize(num_ranks);
    if (with_names) names.resize(ranges.begins.back());
    for (u32 r = 0; r < num_ranks; ++r) {
      const u32 size = with_names ? ranges.universes[r] / 3 : ranges.universes[r];
      for (u32 i = 0; i < size; ++i) {
        const u32 bit = ranges.begins[r] + i;
        // Ascending, as members of a list are.
        if (with_names) names[bit] = 3 * i;
        // Some have few members, some nearly all.
        if (mix64(bit) % 40 > (r * 7) % 41) continue;
        bits[bit / 32] |= 1U << bit % 32;
        members[r].push_back(with_names ? 3 * i : i);
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

/// Writes the sets with values_of(queue), expects what expect(rank, room) writes, which returns the
/// bytes, and returns what that took on the device.
template <class ValuesOf, class Expected>
Cost write(const SetsOfRanks& sets, MessagePlace place, Encoding encoding,
           const ValuesOf& values_of, const Expected& expect) {
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
  const auto values = values_of(queue);
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
  written.write({messages, {memory.data(), words * sizeof(u32)}}, names.data(), values.view);
  wire.messages()->settle();
  const Cost after = cost();

  std::size_t begin = 0;
  for (const PackedMessages::Message& message : messages) {
    const auto r = static_cast<std::size_t>(message.rank);
    std::vector<std::byte> here(message.bytes);
    wire.messages()->load(here, memory.data() + begin);
    std::vector<std::byte> expected(kMostBytes + 64);
    expected.resize(expect(r, expected));
    EXPECT_EQ(here, expected) << "rank " << r << " of " << num_ranks;
    begin += PackedMessages::aligned(message.bytes);
  }
  return {after.launches - before.launches, after.waits - before.waits};
}

struct Nothing {
  NoValues view;
};
Cost write(const SetsOfRanks& sets, MessagePlace place, Encoding encoding) {
  return write(
      sets, place, encoding, [](Queue&) { return Nothing(); },
      [&](std::size_t r, std::span<std::byte> room) {
        return comm::encode(sets.members[r], sets.ranges.universes[r], encoding, room);
      });
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

/// A distance for each bit, by rank as those of ghosts are.
template <class Key>
struct KeysOfBits {
  DeviceBuffer<Key> keys;
  DeviceBuffer<GhostVertices> ghosts;
  PutKeys<Key> view;
};
template <class Key>
void expect_values(u32 num_ranks, MessagePlace place) {
  const SetsOfRanks sets(num_ranks, false);
  std::vector<Key> keys(sets.ranges.begins.back());
  for (std::size_t bit = 0; bit < keys.size(); ++bit) keys[bit] = static_cast<Key>(mix64(bit));
  std::vector<GhostVertices> ghosts;
  for (u32 r = 0; r < num_ranks; ++r) {
    ghosts.push_back({nullptr, sets.ranges.begins[r], sets.ranges.universes[r]});
  }
  const auto values_of = [&](Queue& queue) {
    KeysOfBits<Key> of{uploaded<Key>(queue, keys), uploaded<GhostVertices>(queue, ghosts), {}};
    of.view = {of.keys.data(), of.ghosts.data()};
    return of;
  };
  for (const Encoding encoding : {Encoding::kThreshold, Encoding::kList, Encoding::kBitmap}) {
    const Cost cost =
        write(sets, place, encoding, values_of, [&](std::size_t r, std::span<std::byte> room) {
          std::vector<Key> of_members;
          for (const u32 i : sets.members[r]) {
            of_members.push_back(keys[sets.ranges.begins[r] + i]);
          }
          return comm::encode_valued<Key>(sets.members[r], of_members, sets.ranges.universes[r],
                                          encoding, room);
        });
    EXPECT_EQ(cost, (Cost{3, 2}));
  }
}
TEST(RangeSets, HaveValuesBeforeThem) {
  for (const MessagePlace place : {MessagePlace::kPinned, MessagePlace::kDevice}) {
    for (const u32 num_ranks : {1U, 5U, 40U}) {
      expect_values<u32>(num_ranks, place);
      expect_values<u64>(num_ranks, place);
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

// Sets for all ranks at once: ranges of one bitmap on a device, counted together, summed together
// and made messages of together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "comm/packed_messages.hpp"
#include "gpu/buffer.hpp"
#include "ranks_gpu/set_kernels.hpp"
#include "ranks_gpu/tile_counts.hpp"
#include "ranks_gpu/wire.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

class RangeSets {
 public:
  struct Ranges {
    /// Range r are the bits from begins[r] up to begins[r + 1]; begins[0] is 0.
    std::vector<u32> begins;
    /// The set for rank r is one of so many names.
    std::vector<u32> universes;
  };
  /// `wire`, of the same queue, outlives this. It has room for all messages that are written at a
  /// time (packed_words()).
  RangeSets(Workspace& workspace, Queue& queue, Wire& wire, Ranges ranges, u32 block_threads);

  /// Words of 4 bytes of messages to so many ranks that have up to `bytes` bytes each.
  [[nodiscard]] static std::size_t packed_words(std::size_t bytes) {
    return comm::PackedMessages::aligned(bytes) / sizeof(u32);
  }

  /// Puts into the queue what counts the bits of each range.
  void begin_count(const u32* words);
  /// Waits until they are counted. Then:
  void wait() const {
    if (num_bits() > 0) counted_.wait();
  }
  [[nodiscard]] u32 count_of(std::size_t rank) const {
    return static_cast<u32>(before_here_[rank + 1] - before_here_[rank]);
  }
  /// Bits before those of the rank.
  [[nodiscard]] std::size_t before(std::size_t rank) const { return before_here_[rank]; }
  [[nodiscard]] const u64* before() const { return before_.data(); }
  /// Puts into the queue what writes the messages of ranges, with `values` (set_kernels.hpp). A
  /// range has one message between two counts; those between the first and the last range of `to`
  /// are in it, too, unless they are empty. By bit, `names` are those of the members; null:
  /// their numbers in the range, where ranges begin at multiples of 32.
  template <class Values = NoValues>
  void write(comm::PackedMessages to, const u32* names = nullptr, const Values& values = {});
  /// The first two in one.
  void count(const u32* words) {
    begin_count(words);
    wait();
  }

  [[nodiscard]] simt::LaunchShape shape(u64 work) const;
  /// On the device.
  [[nodiscard]] BitRanges ranges() const { return {begins_.data(), num_ranges()}; }
  [[nodiscard]] u32 num_bits() const { return ranges_.begins.back(); }

 private:
  [[nodiscard]] u32 num_ranges() const { return static_cast<u32>(ranges_.universes.size()); }
  [[nodiscard]] u32 num_words() const { return (num_bits() + 31) / 32; }

  Queue& queue_;
  Wire& wire_;
  const Ranges ranges_;
  const u32 block_threads_;
  TileCounts counts_;
  DeviceBuffer<u32> begins_;
  DeviceBuffer<u64> before_;  // by range
  PinnedBuffer<u64> before_here_;
  DeviceBuffer<RangeMessage> messages_;
  PinnedBuffer<RangeMessage> messages_here_;
  Event counted_;
  const u32* words_ = nullptr;  // that were counted last
};

template <class Values>
void RangeSets::write(comm::PackedMessages to, const u32* names, const Values& values) {
  auto* const begin = reinterpret_cast<std::byte*>(wire_.begin(to.memory));
  const auto bytes_of = [this](u32 r) -> std::size_t {
    return Values::bytes_before(count_of(r)) + messages_here_[r].words * sizeof(u32) + 1 +
           Values::kBytesBehind;
  };
  std::size_t end = 0;
  u32 first_range = num_ranges();
  u32 end_range = 0;
  for (const comm::PackedMessages::Message& message : to.messages) {
    const auto r = static_cast<u32>(message.rank);
    const u32 count = count_of(r);
    if (count == 0) continue;
    const SetForm form = form_of_set(ranges_.universes[r], count, wire_.encoding());
    std::byte* const set = begin + comm::PackedMessages::aligned(end) + Values::bytes_before(count);
    messages_here_[r] = {reinterpret_cast<u32*>(set), form.words, form.is_bitmap};
    end = comm::PackedMessages::aligned(end) + bytes_of(r);
    first_range = std::min(first_range, r);
    end_range = std::max(end_range, r + 1);
  }
  if (end == 0) return;
  queue_.fill(begin, 0, end);
  queue_.copy(messages_.data() + first_range, &messages_here_[first_range],
              (end_range - first_range) * sizeof(RangeMessage));
  const u32 bits = ranges_.begins[end_range] - ranges_.begins[first_range];
  simt::launch(queue_.handle(), shape(bits / 32 + 2 * u64{simt::kWarp}), write_ranges<Values>,
               words_, num_words(),
               CountedRanges{ranges(), first_range, end_range, counts_.offsets(), before_.data(),
                             messages_.data(), names},
               values);
  if (begin != to.memory.data()) queue_.copy(to.memory.data(), begin, end);
  for (comm::PackedMessages::Message& message : to.messages) {
    const auto r = static_cast<u32>(message.rank);
    if (count_of(r) > 0) message.bytes = bytes_of(r);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE

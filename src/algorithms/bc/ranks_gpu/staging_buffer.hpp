// Messages of a rank between its device and the host's memory. Only for rank_batch.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <vector>

#include "algorithms/bc/ranks/partitioned/local_batch.hpp"
#include "algorithms/bc/ranks_gpu/rank_batch_messages.hpp"
#include "gpu/buffer.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/primitives.hpp"

namespace strider::detail::STRIDER_DEVICE {

class StagingBuffer {
 public:
  /// Of messages of up to so many entries.
  StagingBuffer(Workspace& workspace, Queue& queue, u32 ranks, std::uint64_t most_entries,
                u32 block_threads)
      : queue_(queue),
        ranks_(ranks),
        block_threads_(block_threads),
        scratch_(workspace, queue.context(), exclusive_sum_bytes(most_entries + 1)) {
    Context& context = queue.context();
    workspace.declare("numbers of entries", numbers_, most_entries + 1, context);
    workspace.declare("offsets of entries", offsets_, most_entries + 1, context);
    workspace.declare("offsets of messages", table_, kTables * (std::size_t{ranks} + 1), context);
    workspace.declare("offsets of messages", first_numbers_here_, std::size_t{ranks} + 1, context);
  }

  /// first[r] entries come before those of rank r; on the device until the next call.
  const u64* put_first_entries(std::span<const u64> first) {
    put_table(kFirstEntries, first);
    return table(kFirstEntries);
  }

  /// Messages of entries, first[r] of which come before those to rank r: by way of `bytes`, to
  /// `to`, sizes[r] bytes to rank r. `range_begins`: local ids of ghost index 0, by rank; null: no
  /// ghosts are reported.
  void write(const RankBatchView& view, const FrontierEntries& entries, std::span<const u64> first,
             const DeviceBuffer<std::byte>& bytes, const u32* range_begins, std::byte* to,
             std::span<std::uint64_t> sizes) {
    std::fill(sizes.begin(), sizes.end(), 0);
    const auto count = static_cast<u32>(first.back());
    if (count == 0) return;
    put_table(kFirstEntries, first);
    simt::launch(queue_.handle(), shape(u64{count} + 1), count_sources, entries.masks, count,
                 numbers_.data());
    add_up_numbers(count);
    simt::launch(queue_.handle(), shape(u64{ranks_} + 1), find_first_numbers, table(kFirstEntries),
                 ranks_, offsets_.data(), table(kFirstNumbers));
    queue_.copy(first_numbers_here_.data(), table(kFirstNumbers), first_numbers_here_.size_bytes());
    queue_.wait();
    std::vector<u64> begins{0};
    for (u32 r = 0; r < ranks_; ++r) {
      const u64 numbers = first_numbers_here_[r + 1] - first_numbers_here_[r];
      sizes[r] = batch_message_bytes(first[r + 1] - first[r], numbers, range_begins != nullptr);
      begins.push_back(begins.back() + sizes[r]);
    }
    put_table(kBegins, begins);
    simt::launch(queue_.handle(), shape(count), write_entries, view, messages(bytes), entries,
                 count, range_begins);
    download_bytes(queue_, to, bytes.data(), begins.back());
  }

  /// Brings messages to the device, for messages(to); returns how many entries come before those of
  /// each rank.
  std::vector<u64> bring(MessageSpans messages, const DeviceBuffer<std::byte>& to) {
    std::vector<u64> first{0};
    std::vector<u64> first_numbers{0};
    std::vector<u64> begins{0};
    for (const std::span<const std::byte> message : messages) {
      std::array<u64, 2> header{};
      if (!message.empty()) std::memcpy(header.data(), message.data(), kMessageHeaderBytes);
      first.push_back(first.back() + header[0]);
      first_numbers.push_back(first_numbers.back() + header[1]);
      begins.push_back(begins.back() + message.size());
    }
    if (first.back() == 0) return first;
    put_table(kFirstEntries, first);
    put_table(kFirstNumbers, first_numbers);
    put_table(kBegins, begins);
    upload_bytes(queue_, to.data(), messages.front().data(), begins.back());
    const auto count = static_cast<u32>(first.back());
    simt::launch(queue_.handle(), shape(u64{count} + 1), count_sources_of_messages,
                 this->messages(to), count, numbers_.data());
    add_up_numbers(count);
    return first;
  }

  /// What was written or brought last.
  [[nodiscard]] BatchMessages messages(const DeviceBuffer<std::byte>& bytes) const {
    return {ranks_,         table(kFirstEntries), table(kFirstNumbers),
            table(kBegins), offsets_.data(),      bytes.data()};
  }

 private:
  /// By rank and one more.
  enum Table : u32 { kFirstEntries, kFirstNumbers, kBegins, kTables };

  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(queue_.context(), work, block_threads_);
  }
  [[nodiscard]] u64* table(Table which) const {
    return table_.data() + std::size_t{which} * (ranks_ + 1);
  }
  void put_table(Table which, std::span<const u64> numbers) {
    upload_bytes(queue_, table(which), numbers.data(), numbers.size_bytes());
  }
  void add_up_numbers(u64 count) {
    exclusive_sum(queue_, scratch_, numbers_.data(), offsets_.data(), count + 1);
  }

  Queue& queue_;
  const u32 ranks_;
  const u32 block_threads_;
  DeviceBuffer<u32> numbers_;  // by entry
  DeviceBuffer<u64> offsets_;
  Scratch scratch_;
  DeviceBuffer<u64> table_;
  PinnedBuffer<u64> first_numbers_here_;
};

}  // namespace strider::detail::STRIDER_DEVICE

// Subsets of some vertices on a device, and the messages that they travel as.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/buffer.hpp"
#include "ranks_gpu/tile_counts.hpp"
#include "ranks_gpu/wire.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u64;

/// Writes and reads messages by kernels (comm/encoding): lists or bitmaps.
class Sets {
 public:
  struct Sizes {
    std::uint32_t most_words;     ///< of the bitmaps that count() takes
    std::uint32_t most_universe;  ///< of the sets that are read
  };
  /// `wire` is of the same queue, and outlives this.
  Sets(Workspace& workspace, Queue& queue, Wire& wire, const Sizes& sizes, u32 block_threads);

  /// Bits of a bitmap that are set or, with flip = ~0, that are not. Waits for the device.
  [[nodiscard]] u32 count(const u32* words, u32 num_words, u32 flip = 0);
  /// The same without a wait: the count, on the device.
  [[nodiscard]] const u64* begin_count(const u32* words, u32 num_words, u32 flip = 0);
  /// Of the bitmap that was counted last: lists base + i for bit i, or values[i].
  void list(u32 base, u32* to) const;
  void list_values(const u32* values, u32* to) const;

  struct Written {
    std::size_t bytes;
    u32 count;
  };
  /// The message of the bits of a universe, or, with flip = ~0, of those that are not set. No bit
  /// past the universe counts. Waits for the device to count them.
  Written write(std::uint32_t universe, const u32* words, u32 flip, std::span<std::byte> to);

  /// A message on the device, for what is put into the queue until the next one.
  struct Message {
    const u32* data;  ///< ids or words
    u32 count;        ///< of either
    bool is_bitmap;
  };
  /// Throws comm::EncodingError.
  [[nodiscard]] Message read(std::uint32_t universe, std::span<const std::byte> message);
  /// The same as a bitmap of the universe.
  [[nodiscard]] const u32* read_words(std::uint32_t universe, std::span<const std::byte> message);

  // What else is done with bitmaps and lists on the device, put into the queue.
  /// Adds the bits of a list.
  void add_ids(const u32* ids, u32 count, u32* words) const;
  /// Adds the bits of another bitmap, or replaces them by those that the other lacks.
  void add(const u32* words, u32 num_words, u32* to) const;
  void set_to_complement(const u32* words, u32 num_words, u32* to) const;
  /// to[i] = base + ids[i].
  void shift_ids(const u32* ids, u32 count, u32 base, u32* to) const;
  /// numbers[i] = table[numbers[i]].
  void look_up(const u32* table, u32 count, u32* numbers) const;
  /// Numbers of `width` bits, one behind the other (two_d/host/packed_numbers.hpp).
  void pack(const u32* numbers, u32 count, unsigned width, u64* words, u64 num_words) const;

  /// Copies from the device to any memory of the host. Waits.
  void copy_out(void* to, const void* from, std::size_t bytes);

  [[nodiscard]] simt::LaunchShape shape(u64 work) const;

 private:
  Queue& queue_;
  Wire& wire_;
  const u32 block_threads_;
  TileCounts counts_;
  PinnedBuffer<u64> total_;
  // The bitmap that was counted last.
  const u32* words_ = nullptr;
  u32 counted_words_ = 0;
  u32 flip_ = 0;

  DeviceBuffer<u32> in_words_;
  PinnedBuffer<std::byte> out_stage_;  ///< of copy_out()
};

}  // namespace strider::detail::STRIDER_DEVICE

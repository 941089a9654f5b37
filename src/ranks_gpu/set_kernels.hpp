// Bitmaps into lists and back, on a device: what messages are made of. Only for sets.cpp.
#pragma once

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;
using simt::u64;

/// Words of a bitmap that a warp lists together, one a lane.
inline constexpr u32 kTileWords = simt::kWarp;

[[nodiscard]] constexpr u32 num_tiles(u32 num_words) {
  return (num_words + kTileWords - 1) / kTileWords;
}

/// The bits that a lane has of a tile. `flip` turns all of them around, or none.
STRIDER_DEVICE_FUNCTION u32 tile_bits(const u32* words, u32 num_words, u32 flip, u32 tile) {
  const u32 w = tile * kTileWords + simt::lane_id();
  return w < num_words ? words[w] ^ flip : 0;
}

/// counts[t]: bits of tile t; 0 after the last, so that the scan ends with the sum.
STRIDER_KERNEL count_tiles(const u32* words, u32 num_words, u32 flip, u32* counts) {
  const u32 tiles = num_tiles(num_words);
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 tile = simt::global_id() / simt::kWarp; tile <= tiles; tile += num_warps) {
    const u32 bits = tile_bits(words, num_words, flip, tile);
    const u32 count = simt::warp_sum(simt::kFullMask, simt::popcount(bits));
    if (simt::lane_id() == 0) counts[tile] = count;
  }
}

/// Lists the bits, ascending: of bit i values[i], or base + i where there are no values.
/// offsets[t]: bits before tile t.
STRIDER_KERNEL list_bits(const u32* words, u32 num_words, u32 flip, const u64* offsets,
                         const u32* values, u32 base, u32* to) {
  const u32 tiles = num_tiles(num_words);
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 tile = simt::global_id() / simt::kWarp; tile < tiles; tile += num_warps) {
    const u32 bits = tile_bits(words, num_words, flip, tile);
    const u32 count = simt::popcount(bits);
    u64 at = offsets[tile] + simt::warp_scan(count) - count;
    const u32 first = (tile * kTileWords + simt::lane_id()) * 32;
    for (u32 rest = bits; rest != 0; rest &= rest - 1) {
      const u32 i = first + simt::lowest_bit(rest);
      to[at++] = values != nullptr ? values[i] : base + i;
    }
  }
}

/// Adds the bits of a list.
STRIDER_KERNEL set_bits(const u32* ids, u32 count, u32* words) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    simt::atomic_or(&words[ids[i] / 32], 1U << ids[i] % 32);
  }
}

STRIDER_KERNEL flip_words(const u32* words, u32 num_words, u32* to) {
  for (u32 w = simt::global_id(); w < num_words; w += simt::global_size()) to[w] = ~words[w];
}

STRIDER_KERNEL add_words(const u32* words, u32 num_words, u32* to) {
  for (u32 w = simt::global_id(); w < num_words; w += simt::global_size()) to[w] |= words[w];
}

/// to[i] = base + ids[i].
STRIDER_KERNEL add_to_ids(const u32* ids, u32 count, u32 base, u32* to) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) to[i] = base + ids[i];
}

/// numbers[i] = table[numbers[i]].
STRIDER_KERNEL look_up_numbers(const u32* table, u32 count, u32* numbers) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    numbers[i] = table[numbers[i]];
  }
}

/// Numbers of `width` bits, one behind the other: a thread a word (two_d/host/packed_numbers.hpp).
STRIDER_KERNEL pack_numbers(const u32* numbers, u32 count, u32 width, u64* words, u64 num_words) {
  for (u64 w = simt::global_id(); w < num_words; w += simt::global_size()) {
    const u64 begin = w * 64;
    u64 bits = 0;
    for (u64 i = begin / width; i < count && i * width < begin + 64; ++i) {
      const u64 at = i * width;
      const u64 number = numbers[i];
      bits |= at >= begin ? number << (at - begin) : number >> (begin - at);
    }
    words[w] = bits;
  }
}

}  // namespace strider::detail::STRIDER_DEVICE

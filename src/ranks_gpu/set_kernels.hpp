// Bitmaps into lists and back, on a device: what messages are made of.
#pragma once

#include "comm/encoding/tags.hpp"
#include "gpu/last_not_above.hpp"
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

inline constexpr auto kListTag = static_cast<simt::u8>(comm::detail::kListTag);
inline constexpr auto kBitmapTag = static_cast<simt::u8>(comm::detail::kBitmapTag);

/// Bits of a bitmap in ranges, one a rank: those of range r begin at begins[r].
struct BitRanges {
  const u32* begins;  ///< one more than ranges, the first at 0
  u32 count;

  STRIDER_DEVICE_FUNCTION u32 of(u32 bit) const { return last_not_above(begins, count, bit); }
};

/// before[r]: bits before range r, where offsets[t] are before tile t. A warp has a range.
STRIDER_KERNEL find_range_begins(const u32* words, u32 num_words, BitRanges ranges,
                                 const u64* offsets, u64* before) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 r = simt::global_id() / simt::kWarp; r <= ranges.count; r += num_warps) {
    const u32 begin = ranges.begins[r];
    const u32 tile = begin / (kTileWords * 32);
    const u32 first = (tile * kTileWords + simt::lane_id()) * 32;
    const u32 bits = tile_bits(words, num_words, 0, tile);
    const u32 below = begin <= first ? 0 : begin - first < 32 ? (1U << begin % 32) - 1 : ~0U;
    const u32 sum = simt::warp_sum(simt::kFullMask, simt::popcount(bits & below));
    if (simt::lane_id() == 0) before[r] = offsets[tile] + sum;
  }
}

/// Where the members of a range go.
struct RangeMessage {
  u32* to;  ///< a list of their names or, of zeros at first, a bitmap; null: nowhere
  u32 words;
  u32 is_bitmap;
};
/// What has been counted, and what is written of it: the ranges from `first` on, up to `end`.
struct CountedRanges {
  BitRanges all;
  u32 first;
  u32 end;
  const u64* offsets;  ///< by tile
  const u64* before;   ///< by range
  const RangeMessage* messages;
  const u32* names;  ///< by bit; null: numbers in the range, which begins at a multiple of 32

  STRIDER_DEVICE_FUNCTION u32 count_of(u32 r) const {
    return static_cast<u32>(before[r + 1] - before[r]);
  }
};

/// The messages of ranges: lists and bitmaps, the form behind them (comm/encoding/tags.hpp), and
/// what `values` adds.
template <class Values>
STRIDER_KERNEL write_ranges(const u32* words, u32 num_words, CountedRanges ranges, Values values) {
  constexpr u32 kTileBits = kTileWords * 32;
  const u32 num_warps = simt::global_size() / simt::kWarp;
  const u32 end = ranges.all.begins[ranges.end];
  const u32 end_tile = (end + kTileBits - 1) / kTileBits;
  u32 tile = ranges.all.begins[ranges.first] / kTileBits + simt::global_id() / simt::kWarp;
  for (; tile < end_tile; tile += num_warps) {
    const u32 bits = tile_bits(words, num_words, 0, tile);
    const u32 count = simt::popcount(bits);
    u64 at = ranges.offsets[tile] + simt::warp_scan(count) - count;
    if (bits == 0) continue;
    const u32 first = (tile * kTileWords + simt::lane_id()) * 32;
    u32 r = ranges.all.of(first);
    for (u32 rest = bits; rest != 0; rest &= rest - 1, ++at) {
      const u32 i = first + simt::lowest_bit(rest);
      while (r + 1 < ranges.all.count && ranges.all.begins[r + 1] <= i) ++r;
      if (r < ranges.first || r >= ranges.end) continue;
      const RangeMessage& message = ranges.messages[r];
      if (message.to == nullptr) continue;
      const u32 in_range = i - ranges.all.begins[r];
      const u32 name = ranges.names != nullptr ? ranges.names[i] : in_range;
      const auto place = static_cast<u32>(at - ranges.before[r]);
      if (message.is_bitmap == 0) {
        message.to[place] = name;
      } else if (ranges.names != nullptr) {
        simt::atomic_or(&message.to[name / 32], 1U << name % 32);
      } else if (rest == bits) {
        message.to[in_range / 32] = bits;  // all of one range
      }
      values.put(message.to, ranges.count_of(r), place, r, in_range);
    }
  }
  for (u32 r = ranges.first + simt::global_id(); r < ranges.end; r += simt::global_size()) {
    const RangeMessage& message = ranges.messages[r];
    if (message.to == nullptr || ranges.count_of(r) == 0) continue;
    auto* const behind = reinterpret_cast<simt::u8*>(message.to + message.words);
    behind[0] = message.is_bitmap != 0 ? kBitmapTag : kListTag;
    values.finish(behind + 1, ranges.count_of(r));
  }
}
/// Of sets without any.
struct NoValues {
  static constexpr u32 kBytesBehind = 0;
  [[nodiscard]] static constexpr std::size_t bytes_before(u32 /*count*/) { return 0; }
  STRIDER_DEVICE_FUNCTION void put(u32* /*to*/, u32 /*count*/, u32 /*place*/, u32 /*range*/,
                                   u32 /*in_range*/) const {}
  STRIDER_DEVICE_FUNCTION void finish(simt::u8* /*to*/, u32 /*count*/) const {}
};

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

// Sums that threads add to with one atomic a block or a warp.
#pragma once

#include <type_traits>

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The sum over a warp, for all its lanes, which call it together.
template <class T>
STRIDER_DEVICE_FUNCTION T sum_of_warp(T value) {
  return simt::shfl(simt::kFullMask, simt::warp_scan(value), simt::kWarp - 1);
}

/// Adds the values of a warp's lanes to *to. All lanes call it.
template <class T>
STRIDER_DEVICE_FUNCTION void add_from_warp(T* to, std::type_identity_t<T> value) {
  const T sum = simt::warp_scan(value);
  if (simt::lane_id() == simt::kWarp - 1 && sum != 0) simt::atomic_add(to, sum);
}

/// Adds the values of a block's threads to *to. All threads of the block call it.
template <class T>
STRIDER_DEVICE_FUNCTION void add_from_block(T* to, std::type_identity_t<T> value) {
  STRIDER_SHARED(T, sums, simt::kWarp);
  const T of_warp = simt::warp_scan(value);
  simt::syncthreads();  // of the call before, all have read
  if (simt::lane_id() == simt::kWarp - 1) sums[simt::warp_id()] = of_warp;
  simt::syncthreads();
  if (simt::warp_id() != 0) return;
  const bool has = simt::lane_id() < simt::block_dim() / simt::kWarp;
  add_from_warp(to, has ? sums[simt::lane_id()] : T{0});
}

/// The sum over a block, for all its threads, which call it together.
template <class T>
STRIDER_DEVICE_FUNCTION T sum_of_block(T value) {
  STRIDER_SHARED(T, sums, simt::kWarp);
  const T of_warp = simt::warp_scan(value);
  simt::syncthreads();  // of the call before, all have read
  if (simt::lane_id() == simt::kWarp - 1) sums[simt::warp_id()] = of_warp;
  simt::syncthreads();
  const bool has = simt::lane_id() < simt::block_dim() / simt::kWarp;
  return sum_of_warp(has ? sums[simt::lane_id()] : T{0});
}

/// Adds `one` to ones[place] and `value` to values[place] for the lanes that have them: an atomic a
/// place and warp. All lanes of a warp call it.
STRIDER_DEVICE_FUNCTION void add_by_place(bool has, simt::u32 place, simt::u32 value,
                                          simt::u64* ones, simt::u64* values) {
  constexpr simt::u32 kHalf = 16;
  simt::u32 left = simt::ballot(simt::kFullMask, has);
  while (left != 0) {
    const simt::u32 leader = simt::lowest_bit(left);
    const simt::u32 common = simt::shfl(simt::kFullMask, place, leader);
    const bool same = has && place == common;
    const simt::u32 peers = simt::ballot(simt::kFullMask, same);
    // Of 32 values of 16 bits each, a sum of 32 bits holds what they make.
    const simt::u32 low = simt::warp_sum(simt::kFullMask, same ? value & 0xFFFFU : 0);
    const simt::u32 high = simt::warp_sum(simt::kFullMask, same ? value >> kHalf : 0);
    if (simt::lane_id() == leader) {
      simt::atomic_add(&ones[common], simt::popcount(peers));
      simt::atomic_add(&values[common], (simt::u64{high} << kHalf) + low);
    }
    left &= ~peers;
  }
}

}  // namespace strider::detail::STRIDER_DEVICE

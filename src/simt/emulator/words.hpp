// The vocabulary of simt.hpp on the emulator.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstring>
#include <tuple>
#include <type_traits>

#include "simt/emulator/device.hpp"
#include "simt/emulator/thread.hpp"
#include "simt/types.hpp"

#define STRIDER_DEVICE on_simt
#define STRIDER_KERNEL inline void
#define STRIDER_KERNEL_WITHIN(registers) STRIDER_KERNEL
#define STRIDER_DEVICE_FUNCTION inline
#define STRIDER_UNROLL
// The address of the tag names the array: one a block and place in the source, as in CUDA.
// NOLINTBEGIN(bugprone-macro-parentheses): a type and a name that is declared take none.
#define STRIDER_SHARED(T, name, count) \
  static char strider_tag_of_##name;   \
  T(&name)                             \
  [count] = *static_cast<T(*)[count]>( \
      ::strider::simt::emulator::static_shared(&strider_tag_of_##name, sizeof(T) * (count)))
// NOLINTEND(bugprone-macro-parentheses)
// clang 14 has no std::source_location.
#define STRIDER_SITE ::strider::simt::emulator::Site site = {__builtin_FILE(), __builtin_LINE()}

namespace strider::simt {
inline namespace on_simt {

inline u32 thread_id() {
  return emulator::current->id;
}
inline u32 block_id() {
  return emulator::block_id_of(*emulator::current->block);
}
inline u32 block_dim() {
  return emulator::block_dim_of(*emulator::current->block);
}
inline u32 grid_dim() {
  return emulator::grid_dim_of(*emulator::current->block);
}

inline void syncthreads(STRIDER_SITE) {
  emulator::sync_block(emulator::Wait::kSyncthreads, false, site);
}
/// The same; whether any thread of the block votes for it.
inline bool syncthreads_or(bool vote, STRIDER_SITE) {
  return emulator::sync_block(emulator::Wait::kSyncthreadsOr, vote, site);
}
inline void syncwarp(u32 mask, STRIDER_SITE) {
  emulator::sync_warp(emulator::Wait::kSyncwarp, mask, 0, 0, site);
}
inline void spin_pause() {
  emulator::pause();
}

/// Of a clock that all threads of the device share.
inline u64 clock_nanoseconds() {
  return static_cast<u64>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                              std::chrono::steady_clock::now().time_since_epoch())
                              .count());
}

inline u32 ballot(u32 mask, bool vote, STRIDER_SITE) {
  return static_cast<u32>(
      emulator::sync_warp(emulator::Wait::kBallot, mask, vote ? 1 : 0, 0, site));
}
inline bool any(u32 mask, bool vote, STRIDER_SITE) {
  return ballot(mask, vote, site) != 0;
}
/// What `lane` brings, one of the mask's.
template <class T>
T shfl(u32 mask, T value, u32 lane, STRIDER_SITE) {
  static_assert(sizeof(T) <= sizeof(u64) && std::is_arithmetic_v<T>);
  u64 bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  bits = emulator::sync_warp(emulator::Wait::kShfl, mask, bits, lane, site);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
/// The lanes of the mask that bring the same value.
inline u32 match_any(u32 mask, u32 value, STRIDER_SITE) {
  return static_cast<u32>(emulator::sync_warp(emulator::Wait::kMatchAny, mask, value, 0, site));
}
/// Over the lanes of the mask.
inline u32 warp_sum(u32 mask, u32 value, STRIDER_SITE) {
  return static_cast<u32>(emulator::sync_warp(emulator::Wait::kWarpSum, mask, value, 0, site));
}
/// The sum of the values of the lanes up to the calling one, of a whole warp.
template <class T>
T warp_scan(T value, STRIDER_SITE) {
  static_assert(std::is_unsigned_v<T>);
  return static_cast<T>(emulator::sync_warp(emulator::Wait::kWarpScan, kFullMask, value, 0, site));
}

inline u32 popcount(u32 word) {
  return static_cast<u32>(std::popcount(word));
}
inline u32 popcount(u64 word) {
  return static_cast<u32>(std::popcount(word));
}
/// Of a word that is not 0.
inline u32 lowest_bit(u32 word) {
  return static_cast<u32>(std::countr_zero(word));
}

// CUDA's atomics are relaxed, and so are these: a barrier that is missing stays missing.
inline constexpr std::memory_order kRelaxed = std::memory_order_relaxed;

template <class T>
std::atomic_ref<T> shared(T* place) {
  emulator::preempt_sometimes();
  emulator::forget_stale(place);
  return std::atomic_ref<T>(*place);
}
template <class T>
T atomic_add(T* place, std::type_identity_t<T> value) {
  return shared(place).fetch_add(value, kRelaxed);
}
template <class T>
T atomic_or(T* place, std::type_identity_t<T> value) {
  return shared(place).fetch_or(value, kRelaxed);
}
template <class T>
T atomic_min(T* place, std::type_identity_t<T> value) {
  const auto word = shared(place);
  T old = word.load(kRelaxed);
  while (value < old && !word.compare_exchange_weak(old, value, kRelaxed)) {
  }
  return old;
}
template <class T>
T atomic_max(T* place, std::type_identity_t<T> value) {
  const auto word = shared(place);
  T old = word.load(kRelaxed);
  while (old < value && !word.compare_exchange_weak(old, value, kRelaxed)) {
  }
  return old;
}
template <class T>
T atomic_exchange(T* place, std::type_identity_t<T> value) {
  return shared(place).exchange(value, kRelaxed);
}
/// Returns what was there: `expected` where the exchange took place.
template <class T>
T atomic_cas(T* place, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  shared(place).compare_exchange_strong(expected, value, kRelaxed);
  return expected;
}
/// For what other threads write at the same time.
template <class T>
T load(const T* place) {
  return shared(const_cast<T*>(place)).load(kRelaxed);
}
template <class T>
void store(T* place, std::type_identity_t<T> value) {
  shared(place).store(value, kRelaxed);
}
/// For what other threads write, by atomics or store(), at the same time, where an older value
/// does, too: what was there when the block last asked for it. At least what was there at the last
/// barrier of the grid, and what this block has written since; no other barrier makes it newer. In
/// the device's own memory only, not in that of a block.
template <class T>
T load_stale(const T* place) {
  static_assert(std::is_unsigned_v<T>);
  const T now = std::atomic_ref<T>(*const_cast<T*>(place)).load(kRelaxed);
  return static_cast<T>(emulator::stale(place, now));
}
/// For what is not written while the kernel runs.
template <class T>
T load_constant(const T* place, STRIDER_SITE) {
  emulator::note_constant(place, sizeof(T), site);
  return *place;
}
/// The same of four numbers side by side, the first at a multiple of 16 bytes.
inline Four load_four_constant(const u32* place, STRIDER_SITE) {
  emulator::check_aligned(place, alignof(Four), site);
  emulator::note_constant(place, sizeof(Four), site);
  return {{place[0], place[1], place[2], place[3]}};
}

/// The block's memory of LaunchShape::shared_bytes.
template <class T>
T* dynamic_shared() {
  return static_cast<T*>(emulator::dynamic_shared_bytes());
}

/// Where launches and copies are put, one after the other.
using QueueHandle = emulator::Queue*;

template <class... P>
void launch_in(QueueHandle queue, LaunchShape shape, bool cooperative, void (*kernel)(P...),
               P... arguments) {
  queue->push([queue, shape, cooperative, kernel, call = std::tuple<P...>(arguments...)] {
    using Call = std::pair<void (*)(P...), std::tuple<P...>>;
    const Call bound{kernel, call};
    queue->device().run_grid(
        shape, cooperative,
        [](const void* what) {
          const Call& target = *static_cast<const Call*>(what);
          std::apply(target.first, target.second);
        },
        &bound);
  });
}
/// Puts a grid of `kernel` into the queue; none where shape.grid is 0. Throws what CUDA throws at a
/// launch; what goes wrong inside of a kernel ends the process on the emulator, and shows at the
/// next wait on a device.
template <class... P>
void launch(QueueHandle queue, LaunchShape shape, void (*kernel)(P...),
            std::type_identity_t<P>... arguments) {
  if (shape.grid > 0) launch_in<P...>(queue, shape, false, kernel, arguments...);
}
/// The same of at most max_cooperative_blocks() blocks, which may use grid_sync() (grid_sync.hpp).
template <class... P>
void launch_cooperative(QueueHandle queue, LaunchShape shape, void (*kernel)(P...),
                        std::type_identity_t<P>... arguments) {
  launch_in<P...>(queue, shape, true, kernel, arguments...);
}
/// Blocks of a kernel that the device holds at the same time.
template <class... P>
u32 max_cooperative_blocks(QueueHandle queue, void (*)(P...), u32 /*block*/, u32 /*shared_bytes*/) {
  return queue->device().settings().cooperative_blocks;
}
/// Threads of a block of this kernel: as many as the registers that it uses leave.
template <class... P>
u32 max_block_threads(QueueHandle queue, void (*)(P...)) {
  return queue->device().settings().max_block_threads;
}

}  // namespace on_simt
}  // namespace strider::simt

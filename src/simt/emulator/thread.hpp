// One emulated thread of a grid, and what it can ask of the emulator.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/types.hpp"

namespace strider::simt::emulator {

class EmulatedDevice;
struct Block;
struct Fiber;

/// Where a collective word stands in the source, so that threads waiting at two are distinguished.
struct Site {
  const char* file = "";
  int line = 0;
  bool operator==(const Site&) const = default;
};

/// What a thread waits for, or that it does not.
enum class Wait : std::uint8_t {
  kNothing,
  kSyncthreads,
  kSyncthreadsOr,
  kGridSync,
  kSyncwarp,
  kBallot,
  kShfl,
  kMatchAny,
  kWarpSum,
  kWarpScan,
  kExited
};

struct Thread {
  Block* block = nullptr;
  Fiber* fiber = nullptr;  ///< null until it first runs
  u32 id = 0;
  Wait wait = Wait::kNothing;
  Site site;
  u32 mask = 0;    ///< of the warp word it waits at
  u32 lane = 0;    ///< that kShfl reads
  u64 value = 0;   ///< what it brings along
  u64 result = 0;  ///< what it gets
  /// Barriers passed: ThreadSanitizer is informed of two in turn, or a thread that runs ahead to
  /// the next would order this one.
  u32 block_phase = 0;
  u32 warp_phase = 0;
  u32 grid_phase = 0;
};

/// The thread that is running. Fibers never move between threads of the system, so that a compiler
/// may keep its address.
inline constinit thread_local Thread* current = nullptr;

[[nodiscard]] u32 block_id_of(const Block& block);
[[nodiscard]] u32 block_dim_of(const Block& block);
[[nodiscard]] u32 grid_dim_of(const Block& block);

/// Whether any thread of the block votes for it.
bool sync_block(Wait word, bool vote, Site site);
void sync_grid(Site site);
/// Returns what the lanes of `mask` make of their values.
u64 sync_warp(Wait word, u32 mask, u64 value, u32 lane, Site site);
/// Lets others run.
void pause();
/// The same, at one in so many atomic words, where the device's settings ask for it.
void preempt_sometimes();
/// What load_stale() gives where `now` is in `place`.
[[nodiscard]] u64 stale(const void* place, u64 now);
/// The running block has written there, or asked for what is there now.
void forget_stale(const void* place);
/// What is there now shall be there when the grid ends.
void note_constant(const void* place, std::size_t bytes, Site site);
/// Ends the process where `place` is not a multiple of `bytes`.
void check_aligned(const void* place, std::size_t bytes, Site site);
/// The array of the running block that `tag` names.
[[nodiscard]] void* static_shared(const void* tag, std::size_t bytes);
[[nodiscard]] void* dynamic_shared_bytes();

}  // namespace strider::simt::emulator

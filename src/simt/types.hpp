// What the vocabulary of simt.hpp is about, however it is compiled.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strider::simt {

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

/// Lanes of a warp.
inline constexpr u32 kWarp = 32;
/// All lanes of a warp.
inline constexpr u32 kFullMask = 0xFFFF'FFFFU;

/// Four numbers that a thread loads at once.
struct alignas(16) Four {
  u32 at[4];
};

/// How many threads a kernel is run by. All blocks of a cooperative launch are on the device at the
/// same time, and may synchronize at grid_sync().
struct LaunchShape {
  u32 grid = 1;          ///< blocks
  u32 block = 256;       ///< threads of each, a multiple of kWarp up to 1024
  u32 shared_bytes = 0;  ///< of dynamic_shared()
};

}  // namespace strider::simt

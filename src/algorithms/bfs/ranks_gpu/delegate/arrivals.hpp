// Messages of normal vertices that came, for kernels: where they are, or, from pinned memory, some
// at a time.
#pragma once

#include <algorithm>
#include <span>

#include "ranks_gpu/wire.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Words of 4 bytes that are copied to a device at a time, of ranks that own so many vertices.
[[nodiscard]] constexpr u32 chunk_of_arrivals(u32 num_local) {
  constexpr u32 kLeast = 64;
  constexpr u32 kMost = 1U << 16U;
  return std::clamp(num_local, kLeast, kMost);
}

/// Puts use(words, size, begin), which launches on the queue what reads them, behind what brings
/// each chunk of a message: `size` words from its word `begin` on.
template <class Use>
void for_each_chunk(const Wire& wire, std::span<const std::byte> message, u32 most, Use&& use) {
  const auto words = static_cast<u32>(message.size() / sizeof(u32));
  const u32 chunk = wire.is_gpu_direct() ? words : most;
  for (u32 begin = 0; begin < words; begin += chunk) {
    const u32 size = std::min(chunk, words - begin);
    use(wire.bring(message.subspan(begin * sizeof(u32), size * sizeof(u32))), size, begin);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE

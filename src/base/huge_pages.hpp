// Large arrays lie on huge pages where the system has them: random access to hundreds of megabytes
// misses the TLB otherwise.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace strider::detail {

inline constexpr std::size_t kHugePage = 2U << 20U;

[[nodiscard]] constexpr bool wants_huge_pages(std::uint64_t bytes) {
  return bytes >= 2 * kHugePage;
}

/// Of memory that begins and ends at multiples of kHugePage.
inline void ask_for_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

}  // namespace strider::detail

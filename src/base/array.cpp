#include "strider/array.hpp"

#include <sys/mman.h>

#include <cstdlib>

#include "base/memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {

void* allocate_elements(std::size_t count, std::size_t size) {
  const std::uint64_t bytes = saturating_mul(count, size);
  // Large arrays are aligned to the huge pages that the kernel is asked for: random access to
  // hundreds of megabytes misses the TLB otherwise.
  constexpr std::size_t kHugePage = 2U << 20U;
  constexpr std::size_t kCacheLine = 64;
  const std::size_t alignment = bytes >= 2 * kHugePage ? kHugePage : kCacheLine;
  const std::uint64_t padded = saturating_add(bytes, kArrayPadding + alignment - 1);
  const std::size_t rounded = padded / alignment * alignment;
  void* memory = padded == ~std::uint64_t{0} ? nullptr : std::aligned_alloc(alignment, rounded);
  if (memory == nullptr) throw MemoryError("an array", bytes, available_memory_bytes());
#ifdef MADV_HUGEPAGE
  if (alignment == kHugePage) madvise(memory, rounded, MADV_HUGEPAGE);
#endif
  return memory;
}

void free_bytes(void* memory) noexcept {
  std::free(memory);
}

}  // namespace strider::detail

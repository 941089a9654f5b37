#include "strider/array.hpp"

#include <cstdlib>

#include "base/huge_pages.hpp"
#include "base/memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {

void* allocate_elements(std::size_t count, std::size_t size) {
  const std::uint64_t bytes = saturating_mul(count, size);
  constexpr std::size_t kCacheLine = 64;
  const std::size_t alignment = wants_huge_pages(bytes) ? kHugePage : kCacheLine;
  const std::uint64_t padded = saturating_add(bytes, kArrayPadding + alignment - 1);
  const std::size_t rounded = padded / alignment * alignment;
  void* memory = padded == ~std::uint64_t{0} ? nullptr : std::aligned_alloc(alignment, rounded);
  if (memory == nullptr) throw MemoryError("an array", bytes, available_memory_bytes());
  if (wants_huge_pages(bytes)) ask_for_huge_pages(memory, rounded);
  return memory;
}

void free_bytes(void* memory) noexcept {
  std::free(memory);
}

}  // namespace strider::detail

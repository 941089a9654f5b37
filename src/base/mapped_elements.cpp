#include <sys/mman.h>

#include <cstdint>

#include "base/huge_pages.hpp"
#include "base/memory.hpp"
#include "base/released_memory.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"

namespace strider::detail {

namespace {

/// Of a mapping.
std::uint64_t mapped_bytes(std::size_t count, std::size_t size) {
  const std::uint64_t bytes = saturating_add(saturating_mul(count, size), kArrayPadding);
  const std::size_t unit = wants_huge_pages(bytes) ? kHugePage : page_bytes();
  return saturating_add(bytes, unit - 1) / unit * unit;
}

}  // namespace

void* map_elements(std::size_t count, std::size_t size) {
  const std::uint64_t bytes = mapped_bytes(count, size);
  // What lies before the first huge page goes again, and as much behind the last.
  const std::size_t more = wants_huge_pages(bytes) ? kHugePage : 0;
  void* const memory = mmap(nullptr, saturating_add(bytes, more), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw MemoryError("an array", saturating_mul(count, size), available_memory_bytes());
  }
  if (more == 0) return memory;
  auto* const begin = static_cast<std::byte*>(memory);
  const std::size_t before = kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage;
  munmap(begin, before);
  if (before < more) munmap(begin + before + bytes, more - before);
  ask_for_huge_pages(begin + before, bytes);
  return begin + before;
}

void unmap_elements(void* memory, std::size_t count, std::size_t size) noexcept {
  munmap(memory, mapped_bytes(count, size));
}

void release_pages(void* pages, std::size_t bytes) noexcept {
  // Where the system refuses, the pages stay until the array goes.
  madvise(pages, bytes, MADV_DONTNEED);
}

}  // namespace strider::detail

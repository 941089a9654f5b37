#include "support/counted_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <unordered_map>
#include <vector>

#include "strider/array.hpp"
#include "strider/error.hpp"

namespace {

using strider::MemoryError;

/// Pages that the system has given.
std::uint64_t resident_bytes(const std::byte* memory, std::uint64_t bytes) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = begin / page * page;
  std::vector<unsigned char> pages((begin + bytes - first + page - 1) / page);
  if (mincore(reinterpret_cast<void*>(first), pages.size() * page, pages.data()) != 0) return bytes;
  std::uint64_t resident = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if ((pages[i] & 1U) == 0) continue;
    resident += std::min(first + (i + 1) * page, begin + bytes) - std::max(first + i * page, begin);
  }
  return resident;
}

struct Counts {
  std::mutex mutex;
  std::unordered_map<void*, std::uint64_t> allocated;
  std::uint64_t held = 0;  // of them
  /// Arrays on pages of their own have what the system says.
  std::map<std::byte*, std::uint64_t> mapped;
  std::uint64_t peak = 0;
  std::uint64_t refused_from = ~std::uint64_t{0};

  [[nodiscard]] std::uint64_t all() const {
    std::uint64_t sum = held;
    for (const auto& [memory, bytes] : mapped) sum += resident_bytes(memory, bytes);
    return sum;
  }
  /// Before memory goes: in between it only grows.
  void note_peak() { peak = std::max(peak, all()); }
  void refuse(std::uint64_t bytes) const {
    if (bytes >= refused_from) throw MemoryError("an array", bytes, 0);
  }
};

Counts& counts() {
  static Counts all;
  return all;
}

}  // namespace

// In the place of those in the library's array.cpp and mapped_elements.cpp, which are not linked
// then.
namespace strider::detail {

void* allocate_elements(std::size_t count, std::size_t size) {
  if (count == 0) return nullptr;
  constexpr std::size_t kAlignment = 64;
  const std::size_t bytes = count * size;
  const std::size_t rounded = (bytes + kArrayPadding + kAlignment - 1) / kAlignment * kAlignment;
  const std::lock_guard lock(counts().mutex);
  counts().refuse(bytes);
  void* const memory = std::aligned_alloc(kAlignment, rounded);
  if (memory == nullptr) throw std::bad_alloc();
  counts().allocated[memory] = bytes;
  counts().held += bytes;
  return memory;
}

void free_bytes(void* memory) noexcept {
  if (memory == nullptr) return;
  const std::lock_guard lock(counts().mutex);
  counts().note_peak();
  counts().held -= counts().allocated.extract(memory).mapped();
  std::free(memory);
}

void* map_elements(std::size_t count, std::size_t size) {
  const std::lock_guard lock(counts().mutex);
  counts().refuse(count * size);
  void* const memory = mmap(nullptr, count * size + kArrayPadding, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  counts().mapped[static_cast<std::byte*>(memory)] = count * size;
  return memory;
}

void unmap_elements(void* memory, std::size_t count, std::size_t size) noexcept {
  const std::lock_guard lock(counts().mutex);
  counts().note_peak();
  counts().mapped.erase(static_cast<std::byte*>(memory));
  munmap(memory, count * size + kArrayPadding);
}

void release_pages(void* pages, std::size_t bytes) noexcept {
  const std::lock_guard lock(counts().mutex);
  counts().note_peak();
  madvise(pages, bytes, MADV_DONTNEED);
}

}  // namespace strider::detail

namespace strider::test {

std::uint64_t held_array_bytes() {
  const std::lock_guard lock(counts().mutex);
  return counts().all();
}
std::uint64_t peak_array_bytes() {
  const std::lock_guard lock(counts().mutex);
  counts().note_peak();
  return counts().peak;
}
void refuse_arrays_from(std::uint64_t bytes) {
  const std::lock_guard lock(counts().mutex);
  counts().refused_from = bytes;
}
void restart_peak() {
  const std::lock_guard lock(counts().mutex);
  counts().peak = counts().all();
}

}  // namespace strider::test

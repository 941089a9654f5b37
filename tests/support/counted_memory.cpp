#include "support/counted_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <new>
#include <unordered_map>

#include "strider/array.hpp"
#include "strider/error.hpp"

namespace {

struct Counts {
  std::mutex mutex;
  std::unordered_map<void*, std::uint64_t> sizes;
  std::uint64_t held = 0;
  std::uint64_t peak = 0;
  std::uint64_t refused_from = ~std::uint64_t{0};
};

Counts& counts() {
  static Counts all;
  return all;
}

}  // namespace

// In the place of those in the library's array.cpp, which is not linked then.
namespace strider::detail {

void* allocate_elements(std::size_t count, std::size_t size) {
  if (count == 0) return nullptr;
  constexpr std::size_t kAlignment = 64;
  const std::size_t bytes = count * size;
  const std::size_t rounded = (bytes + kArrayPadding + kAlignment - 1) / kAlignment * kAlignment;
  {
    const std::lock_guard lock(counts().mutex);
    if (bytes >= counts().refused_from) throw MemoryError("an array", bytes, 0);
  }
  void* const memory = std::aligned_alloc(kAlignment, rounded);
  if (memory == nullptr) throw std::bad_alloc();
  const std::lock_guard lock(counts().mutex);
  counts().sizes[memory] = bytes;
  counts().held += bytes;
  counts().peak = std::max(counts().peak, counts().held);
  return memory;
}

void free_bytes(void* memory) noexcept {
  if (memory == nullptr) return;
  {
    const std::lock_guard lock(counts().mutex);
    const auto found = counts().sizes.find(memory);
    counts().held -= found->second;
    counts().sizes.erase(found);
  }
  std::free(memory);
}

}  // namespace strider::detail

namespace strider::test {

std::uint64_t held_array_bytes() {
  const std::lock_guard lock(counts().mutex);
  return counts().held;
}
std::uint64_t peak_array_bytes() {
  const std::lock_guard lock(counts().mutex);
  return counts().peak;
}
void refuse_arrays_from(std::uint64_t bytes) {
  const std::lock_guard lock(counts().mutex);
  counts().refused_from = bytes;
}
void restart_peak() {
  const std::lock_guard lock(counts().mutex);
  counts().peak = counts().held;
}

}  // namespace strider::test

#include "support/failing_memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "strider/array.hpp"
#include "strider/error.hpp"

namespace {

// Allocations until one fails. Very few: none does.
constexpr int kNoneFails = -(1 << 30);
std::atomic<int> allocations_left = kNoneFails;
std::atomic<bool> all_fail_then = false;

bool fails_now() {
  if (allocations_left.load(std::memory_order_relaxed) == kNoneFails) return false;
  const int left = allocations_left.fetch_sub(1, std::memory_order_relaxed);
  return left == 0 || (left < 0 && all_fail_then.load(std::memory_order_relaxed));
}

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  void* memory = nullptr;
  return fails_now() || posix_memalign(&memory, alignment, bytes) != 0 ? nullptr : memory;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const memory = allocate(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// Those of the library are called by what a search allocates: vectors and, by the last, arrays.
void* operator new(std::size_t bytes) {
  return allocate_or_throw(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes, alignof(std::max_align_t));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return allocate(bytes, alignment);
}

// In the place of those in the library's mapped_elements.cpp, which are not linked then.
namespace strider::detail {

void* map_elements(std::size_t count, std::size_t size) {
  return allocate_or_throw(count * size + kArrayPadding, 4096);
}
void unmap_elements(void* memory, std::size_t, std::size_t) noexcept {
  std::free(memory);
}
void release_pages(void*, std::size_t) noexcept {}

}  // namespace strider::detail

namespace strider::test {

bool fails_at_allocation(int nth, const std::function<void()>& body, AllocationsAfter after) {
  bool failed = false;
  all_fail_then = after == AllocationsAfter::kFail;
  allocations_left = nth;
  try {
    body();
  } catch (const std::bad_alloc&) {
    failed = true;
  } catch (const MemoryError&) {
    failed = true;
  }
  allocations_left = kNoneFails;
  return failed;
}

}  // namespace strider::test

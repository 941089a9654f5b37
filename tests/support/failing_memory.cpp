#include "support/failing_memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "strider/error.hpp"

namespace {

// Allocations until one fails. Below zero: none does.
std::atomic<int> allocations_left = -1;

bool fails_now() {
  return allocations_left.load(std::memory_order_relaxed) >= 0 &&
         allocations_left.fetch_sub(1, std::memory_order_relaxed) == 0;
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
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
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

namespace strider::test {

bool fails_at_allocation(int nth, const std::function<void()>& body) {
  bool failed = false;
  allocations_left = nth;
  try {
    body();
  } catch (const std::bad_alloc&) {
    failed = true;
  } catch (const MemoryError&) {
    failed = true;
  }
  allocations_left = -1;
  return failed;
}

}  // namespace strider::test

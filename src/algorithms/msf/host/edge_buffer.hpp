// Edges that one part of a loop finds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "base/memory.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Grows at the end; what it has grown to stays for the next run. On cache lines of its own: those
/// of several threads lie side by side.
template <class T>
class alignas(128) EdgeBuffer {
 public:
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<const T> span() const { return storage_.span().first(size_); }
  [[nodiscard]] std::span<T> span() { return storage_.span().first(size_); }

  /// Room for `count` more at the end: write them there, then say how many by grow_to. One more may
  /// be written and not counted. Throws MemoryError.
  [[nodiscard]] T* make_room(std::size_t count) {
    if (storage_.size() - size_ <= count) reallocate(count);
    return storage_.data() + size_;
  }
  /// Forgets all elements; room for `count`.
  [[nodiscard]] T* restart(std::size_t count) {
    clear();
    return make_room(count);
  }
  /// The elements now end before `end`, which lies in the room made.
  void grow_to(const T* end) { size_ = static_cast<std::size_t>(end - storage_.data()); }

 private:
  void reallocate(std::size_t count) {
    const std::size_t capacity = std::max<std::size_t>(2 * storage_.size(), size_ + count + 64);
    constexpr std::size_t kMinCheckedBytes = 1U << 24U;
    if (capacity * sizeof(T) >= kMinCheckedBytes) {
      require_memory(capacity * sizeof(T), "the light edges of the graph");
    }
    Array<T> larger(capacity);
    if (size_ > 0) std::memcpy(larger.data(), storage_.data(), size_ * sizeof(T));
    storage_ = std::move(larger);
  }

  Array<T> storage_;
  std::size_t size_ = 0;
};

}  // namespace strider::detail

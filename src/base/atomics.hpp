// Atomic operations on elements of plain arrays.
#pragma once

#include <atomic>
#include <cstddef>

namespace strider {

/// Relaxed operations suffice inside a level of a search: the barrier that ends the level orders
/// them against the readers of the next one.
template <class T>
[[nodiscard]] T load_relaxed(const T& object) {
  // atomic_ref takes no const object in C++20; the load does not write.
  return std::atomic_ref<T>(const_cast<T&>(object)).load(std::memory_order_relaxed);
}

template <class T>
void store_relaxed(T& object, T value) {
  std::atomic_ref<T>(object).store(value, std::memory_order_relaxed);
}

template <class T>
T fetch_add_relaxed(T& object, T value) {
  return std::atomic_ref<T>(object).fetch_add(value, std::memory_order_relaxed);
}

template <class T>
T fetch_or_relaxed(T& object, T bits) {
  return std::atomic_ref<T>(object).fetch_or(bits, std::memory_order_relaxed);
}

template <class T>
T fetch_and_relaxed(T& object, T bits) {
  return std::atomic_ref<T>(object).fetch_and(bits, std::memory_order_relaxed);
}

/// Sets bit i of a row of words; true for the one that set it. kShared: other threads set bits of
/// the same word.
template <bool kShared, class Word>
[[nodiscard]] bool claim_bit(Word* words, std::size_t i) {
  constexpr std::size_t kBits = 8 * sizeof(Word);
  Word& word = words[i / kBits];
  const Word bit = Word{1} << (i % kBits);
  if constexpr (kShared) {
    // The look first: most are set already, and a load leaves the line with other threads.
    return (load_relaxed(word) & bit) == 0 && (fetch_or_relaxed(word, bit) & bit) == 0;
  } else {
    if ((word & bit) != 0) return false;
    word |= bit;
    return true;
  }
}

/// Replaces `expected` by `desired`; false where the object holds something else.
template <class T>
[[nodiscard]] bool compare_exchange_relaxed(T& object, T expected, T desired) {
  return std::atomic_ref<T>(object).compare_exchange_strong(expected, desired,
                                                            std::memory_order_relaxed);
}

/// Replaces a larger value by `value`.
template <class T>
void lower_relaxed(T& object, T value) {
  T seen = load_relaxed(object);
  while (value < seen && !compare_exchange_relaxed(object, seen, value)) {
    seen = load_relaxed(object);
  }
}

}  // namespace strider

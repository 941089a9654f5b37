// Asking for a cache line before it is needed.
#pragma once

namespace strider {

// Functions that do nothing but prefetch are always_inline, here and elsewhere: the compiler takes
// them for functions without effect, and drops the calls that it has not inlined by then.

template <class T>
[[gnu::always_inline]] inline void prefetch_to_read(const T* address) {
  __builtin_prefetch(address, 0);
}

template <class T>
[[gnu::always_inline]] inline void prefetch_to_write(const T* address) {
  __builtin_prefetch(address, 1);
}

}  // namespace strider

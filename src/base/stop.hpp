// Whether the caller of the library wants this thread to stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "strider/stop.hpp"

namespace strider {

/// The flag that the calling thread obeys: of its innermost scope, or of the thread that it works
/// for. Null: none.
[[nodiscard]] const std::atomic<bool>* stop_flag();

[[nodiscard]] inline bool stop_requested() {
  const std::atomic<bool>* const flag = stop_flag();
  // relaxed: the flag orders nothing.
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

/// Throws InterruptedError.
[[noreturn]] void throw_interrupted();

/// Throws InterruptedError if the calling thread is to stop. Only where an exception may leave: in
/// a team, inside Member::attempt.
inline void throw_if_stopped() {
  if (stop_requested()) throw_interrupted();
}

/// While it lives, the calling thread obeys the flag of another: of the thread that opened the
/// region that both work in.
class InheritedStop {
 public:
  explicit InheritedStop(const std::atomic<bool>* flag);
  InheritedStop(const InheritedStop&) = delete;
  InheritedStop& operator=(const InheritedStop&) = delete;
  ~InheritedStop();

 private:
  const std::atomic<bool>* outer_;
};

/// body(i) for i in [begin, end), by this thread alone. Looks at the flag every `grain` of them.
template <class F>
void sequential_for(std::size_t begin, std::size_t end, F&& body, std::size_t grain = 1U << 16U) {
  while (begin < end) {
    throw_if_stopped();
    const std::size_t last = end - begin < grain ? end : begin + grain;
    for (; begin < last; ++begin) body(begin);
  }
}

}  // namespace strider

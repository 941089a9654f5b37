#include "simt/emulator/fiber.hpp"

#include <atomic>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <utility>

namespace strider::simt::emulator {
namespace {

namespace context = boost::context;

#if defined(STRIDER_SIMT_ASAN) || defined(STRIDER_SIMT_TSAN)
constexpr std::size_t kStackBytes = std::size_t{256} * 1024;
#else
constexpr std::size_t kStackBytes = std::size_t{64} * 1024;
#endif

/// Stacks that all began at the same place of a page would compete for the same cache lines.
std::size_t next_offset() {
  static std::atomic<std::size_t> count{0};
  constexpr std::size_t kPlaces = 32;
  constexpr std::size_t kBytesBetween = 128;
  return count.fetch_add(1, std::memory_order_relaxed) % kPlaces * kBytesBetween;
}

}  // namespace

Fiber::Fiber(std::function<void(Fiber&)> body) : body_(std::move(body)) {
  context::protected_fixedsize_stack allocator(kStackBytes);
  const context::stack_context stack = allocator.allocate();
  const std::size_t offset = next_offset();
  bottom_ = static_cast<char*>(stack.sp) - kStackBytes;
  bytes_ = kStackBytes;
  forget_stack(bottom_, bytes_);
  use_stack_in_turn(bottom_, bytes_);
  inside_ = context::fiber(
      std::allocator_arg,
      context::preallocated(static_cast<char*>(stack.sp) - offset, stack.size - offset, stack),
      allocator, [this](context::fiber&& outside) {
        enter_stack(nullptr, &outer_bottom_, &outer_bytes_);
        outside_ = std::move(outside);
        body_(*this);
        leave_stack(nullptr, outer_bottom_, outer_bytes_);
        return std::move(outside_);
      });
}

Fiber::~Fiber() {
  ending_ = true;
  if (inside_) resume();
  // The memory has gone back to the system, and may come again as anything.
  forget_stack(bottom_, bytes_);
}

void Fiber::resume() {
  void* saved = nullptr;
  leave_stack(&saved, bottom_, bytes_);
  inside_ = std::move(inside_).resume();
  enter_stack(saved, nullptr, nullptr);
}

void Fiber::suspend() {
  leave_stack(&saved_inside_, outer_bottom_, outer_bytes_);
  outside_ = std::move(outside_).resume();
  enter_stack(saved_inside_, &outer_bottom_, &outer_bytes_);
}

}  // namespace strider::simt::emulator

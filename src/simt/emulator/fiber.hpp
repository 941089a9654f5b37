// A stack of its own, on which emulated threads run one after the other.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <functional>
#include <memory>

#include "simt/emulator/sanitizers.hpp"

namespace strider::simt::emulator {

/// Switches between the caller's stack and one of its own.
struct Fiber {
  /// `body` runs at the first resume(), and calls suspend() to go back. It returns once is_ending()
  /// is true, and not before.
  explicit Fiber(std::function<void(Fiber&)> body);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// From outside: runs the fiber until it suspends itself.
  void resume();
  /// From inside.
  void suspend();
  [[nodiscard]] bool is_ending() const { return ending_; }

 private:
  std::function<void(Fiber&)> body_;
  boost::context::fiber inside_;
  boost::context::fiber outside_;
  const void* bottom_ = nullptr;
  std::size_t bytes_ = 0;
  const void* outer_bottom_ = nullptr;
  std::size_t outer_bytes_ = 0;
  void* saved_inside_ = nullptr;
  bool ending_ = false;
};

}  // namespace strider::simt::emulator

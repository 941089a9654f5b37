// Calls that a flag stops.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "strider/error.hpp"
#include "strider/stop.hpp"

namespace strider::test {

/// Expects that the call throws InterruptedError where the flag is set before it.
template <class Call>
void expect_stopped(const char* name, const Call& call) {
  const std::atomic<bool> stop{true};
  const StopScope scope(stop);
  EXPECT_THROW(call(), InterruptedError) << name;
}

/// Runs the call, and sets the flag from another thread after `delay`. Returns whether the call
/// threw InterruptedError.
template <class Call>
bool stop_after(std::chrono::microseconds delay, const Call& call) {
  std::atomic<bool> stop{false};
  std::thread other([&] {
    std::this_thread::sleep_for(delay);
    stop = true;
  });
  bool stopped = false;
  try {
    const StopScope scope(stop);
    call();
  } catch (const InterruptedError&) {
    stopped = true;
  }
  other.join();
  return stopped;
}

}  // namespace strider::test

// Memory that runs out on one rank while all ranks work: for programs that link
// strider_failing_memory.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <new>

#include "comm/communicator.hpp"
#include "strider/error.hpp"
#include "support/failing_memory.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {

/// All ranks run `body`, in which the allocation of that number of one of them fails: of the last
/// where those after it succeed, else of the first. Fails the running test where some ranks throw
/// that there is no memory and others do not. Returns whether they threw. Collective.
inline bool fails_on_all_ranks(const std::function<void()>& body, int nth, AllocationsAfter after) {
  const comm::Communicator& world = test_world();
  const int failing = after == AllocationsAfter::kFail ? 0 : world.size() - 1;
  bool failed = false;
  const auto run = [&] {
    try {
      body();
    } catch (const MemoryError&) {
      failed = true;
    } catch (const std::bad_alloc&) {
      failed = true;
    }
  };
  if (world.rank() == failing) {
    static_cast<void>(fails_at_allocation(nth, run, after));
  } else {
    run();
  }
  const auto count = world.all_reduce(std::uint32_t{failed ? 1U : 0U}, comm::Reduction::kSum);
  EXPECT_TRUE(count == 0 || count == static_cast<std::uint32_t>(world.size())) << nth;
  return failed;
}

/// Lets one allocation of `body` fail after another, until none is left; on more than two ranks it
/// skips some. After each, `expect_unharmed` runs the body again. Fails the running test if there
/// were fewer than `least_errors` errors. Collective.
inline void expect_error_on_all_ranks(
    const std::function<void()>& body,
    const std::function<void(int nth, bool failed)>& expect_unharmed, int least_errors,
    AllocationsAfter after) {
  int errors = 0;
  const int fewer = test_world().size() > 2 ? 24 : 1 << 20;
  for (int nth = 0, without = 0; without < 3; nth += 1 + nth / fewer) {
    const bool failed = fails_on_all_ranks(body, nth, after);
    if (testing::Test::HasFailure()) return;
    errors += failed ? 1 : 0;
    without = failed ? 0 : without + 1;
    expect_unharmed(nth, failed);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GE(errors, least_errors);
}

}  // namespace strider::test

// Memory that runs out when a test wants it to: for programs that link strider_failing_memory.
#pragma once

#include <cstdint>
#include <functional>

namespace strider::test {

/// What becomes of the allocations after the one that fails.
enum class AllocationsAfter : std::uint8_t { kSucceed, kFail };

/// Runs `body`, in which the allocation of that number, from 0 on, fails, whichever thread it is
/// of. Returns whether an exception of that came out; false where there are fewer allocations.
[[nodiscard]] bool fails_at_allocation(int nth, const std::function<void()>& body,
                                       AllocationsAfter after = AllocationsAfter::kSucceed);

}  // namespace strider::test

// Memory that runs out when a test wants it to: for programs that link strider_failing_memory.
#pragma once

#include <functional>

namespace strider::test {

/// Runs `body`, in which the allocation of that number, from 0 on, fails, whichever thread it is
/// of. Returns whether an exception of that came out; false where there are fewer allocations.
[[nodiscard]] bool fails_at_allocation(int nth, const std::function<void()>& body);

}  // namespace strider::test

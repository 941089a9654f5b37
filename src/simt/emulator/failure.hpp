// How the emulator ends a process whose kernel breaks a rule: no result of it could be trusted, and
// the fibers that wait hold stacks that cannot be unwound.
#pragma once

#include <string>

namespace strider::simt::emulator {

struct Thread;

/// "strider: simt: ..." on standard error, then abort().
[[noreturn]] void fail(const std::string& message);
/// The same, naming block, thread, source line and what the thread is about to wait at.
[[noreturn]] void fail(const Thread& thread, const std::string& message);
/// "block 3 thread 40 at kernels.hpp:12, ballot(mask ffffffff)".
[[nodiscard]] std::string described(const Thread& thread);

}  // namespace strider::simt::emulator

// Ctrl-C.
#pragma once

#include <string>

namespace strider::cli {

/// From now on SIGINT and SIGTERM end the process with status 130 and 143, and what has been
/// written of `output` so far disappears. An empty output is none.
void end_on_interrupt(const std::string& output);
/// The same of a process that a launcher started, and ends by SIGTERM where another one failed:
/// that one tells, and of SIGINT rank 0.
void end_on_interrupt_of_job(const std::string& output);

/// While it lives, the first signal only sets what interrupt_requested() tells, for a verb that has
/// something to put in order first; the second ends the process. A signal that was not asked for
/// by its end ends the process then.
class StopOnInterrupt {
 public:
  StopOnInterrupt();
  ~StopOnInterrupt();
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;
};
[[nodiscard]] bool interrupt_requested();

}  // namespace strider::cli

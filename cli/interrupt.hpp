// Ctrl-C, and the other signals that ask for an end.
#pragma once

#include <string>

namespace strider::cli {

/// From now on SIGINT, SIGTERM and SIGHUP end the process with status 130, 143 and 129, and what
/// has been written of `output` so far disappears. A signal that was ignored stays so, as nohup
/// asks. An empty output is none.
void end_on_interrupt(const std::string& output);
/// The same of a process that a launcher started, and ends by SIGTERM where another one failed:
/// that one tells, and of the other signals rank 0.
void end_on_interrupt_of_job(const std::string& output);

/// From now on such an end removes that folder with the files in it; an empty one is none.
void remove_on_interrupt(const std::string& folder);

/// While it lives, no signal ends the process: for steps that belong together. Its end delivers
/// the signal that was held, which ends the process then.
class HoldInterrupts {
 public:
  HoldInterrupts();
  ~HoldInterrupts();
  HoldInterrupts(const HoldInterrupts&) = delete;
  HoldInterrupts& operator=(const HoldInterrupts&) = delete;
};

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
/// The number of the first signal, 0 where none came.
[[nodiscard]] int interrupt_signal();

}  // namespace strider::cli

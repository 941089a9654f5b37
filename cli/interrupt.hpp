// Ctrl-C.
#pragma once

#include <string>

namespace strider::cli {

/// From now on SIGINT and SIGTERM end the process with status 130 and 143, and what has been
/// written of `output` so far disappears. An empty output is none.
void end_on_interrupt(const std::string& output);

/// From now on the first signal only sets what interrupt_requested() tells, for a verb that has
/// something to put in order first; the second ends the process.
void stop_on_interrupt();
[[nodiscard]] bool interrupt_requested();

}  // namespace strider::cli

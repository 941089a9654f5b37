// Where and how this process runs, for whoever compares runs or repeats one.
#pragma once

#include <string>

#include "report.hpp"

namespace strider::cli {

/// `cpu, cores` (which the process may use), `memory_bytes, peak_memory_bytes` (of this process),
/// `launcher`; what cannot be found is null.
[[nodiscard]] Json machine_json();
/// What a shell is given to run it again; of a job, what a process was started with.
[[nodiscard]] std::string command_line();

}  // namespace strider::cli

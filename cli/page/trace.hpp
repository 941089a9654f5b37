// A run as events that Perfetto and Chrome show on a line of time.
#pragma once

#include "report.hpp"

namespace strider::cli {

/// The Trace Event format: complete events, in microseconds from the start of the run. Stages
/// follow one another as they ran; levels, searches and communication lie on lines of their own
/// below the search, and so do the queues of the devices of ranks. The JSON of a run has how long
/// each took, not when it began: what lay between two of them is not shown.
[[nodiscard]] Json trace_of_run(const Json& json);

}  // namespace strider::cli

// What a process was asked to do, to be compared with other processes of its job.
#pragma once

#include <string>

#include "parser.hpp"

namespace strider::cli {

/// The verb and the options given to it, one a line. Left out is what may differ between the ranks
/// of a job: how many threads they have, the numbers of their devices and how much memory these
/// have, and the bar, which only rank 0 shows.
[[nodiscard]] std::string given_options(const CLI::App& verb);

}  // namespace strider::cli

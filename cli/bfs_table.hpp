// What a breadth-first search reports wherever it ran: the frontier level by level, and more.
#pragma once

#include <span>
#include <string>

#include "report.hpp"
#include "strider/bfs.hpp"

namespace strider::cli {

/// A line a level; where there are many, a line a run of levels that went the same way. `trace` is
/// that of a separate search: recording it takes time, which must not count as the search's.
void print_frontier(const Summary& summary, std::span<const BfsLevelTrace> trace);

[[nodiscard]] Json frontier_json(std::span<const BfsLevelTrace> trace);

/// What --deterministic adds to the line of times.
[[nodiscard]] std::string smallest_parents_note(double seconds);

}  // namespace strider::cli

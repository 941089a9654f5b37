// The frontier level by level, for people and for JSON.
#pragma once

#include <span>
#include <string>

#include "report.hpp"
#include "strider/bfs.hpp"

namespace strider::cli {

/// A line a level; where there are many, a line a run of levels that went the same way.
[[nodiscard]] std::string frontier_table(std::span<const BfsLevelTrace> trace);

[[nodiscard]] Json frontier_json(std::span<const BfsLevelTrace> trace);

}  // namespace strider::cli

// Charts of what lists by level say.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "page/charts.hpp"
#include "report.hpp"

namespace strider::cli {

/// Levels that went the same way side by side, so that there are few enough columns.
struct LevelGroup {
  std::size_t first;
  std::size_t last;
  std::string direction;
};
[[nodiscard]] std::vector<LevelGroup> level_groups(const Json& levels);
/// "level 3", "levels 3 to 5".
[[nodiscard]] std::string span_of(const LevelGroup& group);

/// One quantity of each level.
[[nodiscard]] Markup level_chart(const Json& levels, const std::vector<LevelGroup>& groups,
                                 std::string_view key, std::string_view title);

/// The place of `name`, which is added at the end where it is missing.
std::size_t index_in(std::vector<std::string>& names, const std::string& name);

}  // namespace strider::cli

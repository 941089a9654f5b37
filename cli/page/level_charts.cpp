#include "page/level_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "page/section_parts.hpp"

namespace strider::cli {

std::vector<LevelGroup> level_groups(const Json& levels) {
  constexpr std::size_t kMostColumns = 120;
  const std::size_t size = (levels.size() + kMostColumns - 1) / kMostColumns;
  std::vector<LevelGroup> groups;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const std::string direction = levels[level].value("direction", "");
    const bool joins = !groups.empty() && groups.back().direction == direction &&
                       level - groups.back().first < size;
    if (!joins) groups.push_back({level, level, direction});
    groups.back().last = level;
  }
  return groups;
}

std::size_t index_in(std::vector<std::string>& names, const std::string& name) {
  const auto known = std::ranges::find(names, name);
  if (known != names.end()) return static_cast<std::size_t>(known - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

std::string span_of(const LevelGroup& group) {
  return group.first == group.last ? fmt::format("level {}", group.first)
                                   : fmt::format("levels {} to {}", group.first, group.last);
}

Markup level_chart(const Json& levels, const std::vector<LevelGroup>& groups, std::string_view key,
                   std::string_view title) {
  Chart chart{.title = std::string(title), .unit = unit_of(key), .across = "level"};
  double total = 0;
  for (const LevelGroup& group : groups) {
    Bar bar{.name = fmt::format("{}", group.first)};
    for (std::size_t level = group.first; level <= group.last; ++level) {
      bar.value += number_of(levels[level], key);
    }
    total += bar.value;
    if (!group.direction.empty()) bar.colour = index_in(chart.colours, group.direction);
    bar.tip =
        fmt::format("{}: {} {}{}{}", span_of(group), name_of_key(key), shown(bar.value, chart.unit),
                    group.direction.empty() ? "" : ", ", group.direction);
    chart.bars.push_back(std::move(bar));
  }
  chart.remark = fmt::format("{} in all", shown(total, chart.unit));
  return column_chart(chart);
}

}  // namespace strider::cli

#include "bfs_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strider::cli {
namespace {

// What a terminal shows without scrolling.
constexpr std::size_t kMostRows = 24;

/// Levels first to last as one row.
struct Row {
  Level first;
  Level last;
  std::uint64_t vertices;
  std::uint64_t edges;
  BfsDirection direction;
  double seconds;
};

std::vector<Row> rows_of(std::span<const BfsLevelTrace> trace) {
  const std::size_t group = (trace.size() + kMostRows - 1) / kMostRows;
  std::vector<Row> rows;
  for (const BfsLevelTrace& level : trace) {
    const bool joins = !rows.empty() && rows.back().direction == level.direction &&
                       level.level - rows.back().first < group;
    if (!joins) {
      rows.push_back({level.level, level.level, 0, 0, level.direction, 0});
    }
    Row& row = rows.back();
    row.last = level.level;
    row.vertices += level.vertices;
    row.edges += level.edges;
    row.seconds += level.seconds;
  }
  return rows;
}

}  // namespace

void print_frontier(const Summary& summary, std::span<const BfsLevelTrace> trace) {
  std::string table = fmt::format("\n{:>11} {:>14} {:>16}   {:<9} {:>11}\n", "level", "vertices",
                                  "edges", "direction", "time");
  for (const Row& row : rows_of(trace)) {
    const std::string levels = row.first == row.last ? fmt::format("{}", row.first)
                                                     : fmt::format("{}-{}", row.first, row.last);
    table +=
        fmt::format("{:>11} {:>14} {:>16}   {:<9} {:>11}\n", levels, grouped(row.vertices),
                    grouped(row.edges), bfs_direction_name(row.direction), duration(row.seconds));
  }
  summary.line("levels", "timed in a separate search");
  summary.text(table);
}

Json frontier_json(std::span<const BfsLevelTrace> trace) {
  Json levels = Json::array();
  for (const BfsLevelTrace& level : trace) {
    levels.push_back({{"level", level.level},
                      {"vertices", level.vertices},
                      {"edges", level.edges},
                      {"direction", bfs_direction_name(level.direction)},
                      {"time_s", level.seconds}});
  }
  return levels;
}

std::string smallest_parents_note(double seconds) {
  return fmt::format("; {} more to find the smallest parents", duration(seconds));
}

}  // namespace strider::cli

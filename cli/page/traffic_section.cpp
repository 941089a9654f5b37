// What ranks sent, and what they spent their time on.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "page/charts.hpp"
#include "page/level_charts.hpp"
#include "page/section_parts.hpp"
#include "page/sections.hpp"
#include "page/tables.hpp"

namespace strider::cli {
namespace {

/// A column a level of the times in its colours: seconds_of(level, colour).
template <class SecondsOf>
Markup stacked_levels(const Json& levels, Chart chart, const SecondsOf& seconds_of) {
  chart.unit = Unit::kSeconds;
  chart.across = "level";
  for (const LevelGroup& group : level_groups(levels)) {
    Bar bar{.name = fmt::format("{}", group.first), .tip = span_of(group)};
    for (const std::string& colour : chart.colours) {
      double& part = bar.parts.emplace_back(0);
      for (std::size_t level = group.first; level <= group.last; ++level) {
        part += seconds_of(levels[level], colour);
      }
      bar.value += part;
      bar.tip += fmt::format("\n{} {}", colour, duration(part));
    }
    chart.bars.push_back(std::move(bar));
  }
  return column_chart(chart);
}

/// The median over ranks of a time of a level, or of a phase in it.
double median_of(const Json& json, std::string_view key) {
  const auto times = json.find(key);
  return times != json.end() && times->is_object() ? number_of(*times, "median") : 0;
}

/// What a rank computes and waits for in each level.
Markup work_chart(const Json& levels) {
  if (!levels.front().contains("expansion_s")) return {};
  return stacked_levels(levels,
                        {.title = "Computation and communication by level",
                         .remark = "median of the ranks",
                         .colours = {"expansion", "update", "communication"}},
                        [](const Json& level, const std::string& colour) {
                          return median_of(level,
                                           colour == "communication" ? "network_s" : colour + "_s");
                        });
}

/// What the time of each level is for.
Markup phase_chart(const Json& levels) {
  Chart chart{.title = "Phases by level", .remark = "median of the ranks, computation included"};
  for (const Json& level : levels) {
    const auto phases = level.find("by_phase");
    if (phases == level.end() || !is_named_table(*phases)) continue;
    for (const auto& [phase, times] : phases->items()) index_in(chart.colours, phase);
  }
  if (chart.colours.empty()) return {};
  return stacked_levels(levels, std::move(chart), [](const Json& level, const std::string& phase) {
    const auto phases = level.find("by_phase");
    if (phases == level.end() || !phases->contains(phase)) return 0.0;
    const Json& times = (*phases)[phase];
    return median_of(times, "network_s") + median_of(times, "computing_s");
  });
}

Markup rank_chart(const Json& ranks, std::string_view key, std::string_view title) {
  Chart chart{.title = std::string(title), .unit = unit_of(key), .across = "rank"};
  for (const Json& rank : ranks) {
    const std::string name = rank["rank"].dump();
    const double value = number_of(rank, key);
    chart.bars.push_back({.name = name,
                          .value = value,
                          .tip = fmt::format("rank {}: {}", name, shown(value, chart.unit))});
  }
  return column_chart(chart);
}

/// What each rank spent its time on.
Markup rank_times_chart(const Json& ranks) {
  Chart chart{.title = "Time by rank",
              .remark = "computation, and communication by phase",
              .unit = Unit::kSeconds,
              .across = "rank"};
  const auto parts_of = [](const Json& rank) {
    std::vector<std::pair<std::string, double>> parts{
        {"computing", number_of(rank, "computing_s")}};
    for (const auto& [phase, times] : rank["by_phase"].items()) {
      parts.emplace_back(phase, number_of(times, "network_s"));
    }
    return parts;
  };
  for (const Json& rank : ranks) {
    if (!rank.contains("by_phase")) return {};
    for (const auto& [name, seconds] : parts_of(rank)) index_in(chart.colours, name);
  }
  for (const Json& rank : ranks) {
    const std::string name = rank["rank"].dump();
    Bar bar{
        .name = name, .tip = "rank " + name, .parts = std::vector<double>(chart.colours.size())};
    for (const auto& [part, seconds] : parts_of(rank)) {
      bar.parts[index_in(chart.colours, part)] = seconds;
      bar.value += seconds;
      bar.tip += fmt::format("\n{} {}", part, duration(seconds));
    }
    chart.bars.push_back(std::move(bar));
  }
  return column_chart(chart);
}

/// The numbers of the matrix, for those who cannot point at its cells.
Markup matrix_table(const Json& matrix) {
  Json rows = Json::array();
  for (std::size_t from = 0; from < matrix.size(); ++from) {
    Json row = {{"from rank", from}};
    for (std::size_t to = 0; to < matrix.size(); ++to) {
      row[fmt::format("bytes to {}", to)] = matrix[from][to];
    }
    rows.push_back(std::move(row));
  }
  return folded("Bytes from rank to rank, as a table", table_of(rows, kMostRows));
}

}  // namespace

Markup traffic_section(const Json& json) {
  const auto traffic = json.find("traffic");
  if (traffic == json.end() || !traffic->is_object()) return {};
  Markup content =
      element("p", {},
              fmt::format("Ranks sent {} in {}; a rank spent {} in communication on average.",
                          bytes(traffic->value("bytes_sent", std::uint64_t{0})),
                          counted(traffic->value("messages", std::uint64_t{0}), "message"),
                          duration(number_of(*traffic, "time_s"))));
  Markup figures;
  const auto by_phase = traffic->find("by_phase");
  if (by_phase != traffic->end() && is_named_table(*by_phase)) {
    for (const auto& [key, title] : {std::pair{"bytes_sent", "Bytes by phase"},
                                     std::pair{"time_s", "Time in communication by phase"}}) {
      Chart chart{.title = title, .unit = unit_of(key), .across = "phase"};
      for (const auto& [phase, sum] : by_phase->items()) {
        const double value = number_of(sum, key);
        if (value == 0) continue;  // a phase that only computes
        chart.bars.push_back(
            {.name = phase,
             .value = value,
             .tip = fmt::format("{}: {} {}", phase, name_of_key(key), shown(value, chart.unit))});
      }
      figures += bar_chart(chart);
    }
  }
  const auto by_level = traffic->find("by_level");
  const bool has_levels = by_level != traffic->end() && is_table(*by_level);
  if (has_levels) {
    const std::vector<LevelGroup> groups = level_groups(*by_level);
    figures += level_chart(*by_level, groups, "bytes_sent", "Bytes by level");
    figures += level_chart(*by_level, groups, "time_s", "Time in communication by level");
    figures += work_chart(*by_level);
    figures += phase_chart(*by_level);
  }
  const auto by_rank = traffic->find("by_rank");
  if (by_rank != traffic->end() && is_table(*by_rank)) {
    figures += rank_chart(*by_rank, "bytes_sent", "Bytes by sender");
    figures += rank_times_chart(*by_rank);
  }
  const auto matrix = traffic->find("bytes_between_ranks");
  const bool has_matrix = matrix != traffic->end() && matrix->is_array() && !matrix->empty();
  if (has_matrix) {
    std::vector<double> numbers;
    for (const Json& row : *matrix) {
      for (const Json& number : row) numbers.push_back(number.get<double>());
    }
    figures += matrix_chart({.title = "Bytes from rank to rank",
                             .remark = "of messages with one receiver",
                             .unit = Unit::kBytes,
                             .across = "rank"},
                            matrix->size(), numbers);
  }
  content += charts(figures);
  constexpr std::size_t kMostColumns = 32;
  if (has_matrix && matrix->size() <= kMostColumns) content += matrix_table(*matrix);
  for (const auto& [key, value] : traffic->items()) {
    const std::string name = "Traffic " + name_of_key(key);
    if (is_table(value)) {
      content += folded(name, table_of(value, kMostRows));
    } else if (is_named_table(value)) {
      content += folded(name, table_of(named_rows(value, "phase"), kMostRows));
    }
  }
  return section("What ranks sent", content);
}

}  // namespace strider::cli

#include "page/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "page/charts.hpp"
#include "page/section_parts.hpp"
#include "page/tables.hpp"

namespace strider::cli {
namespace {

/// Levels that went the same way side by side, so that there are few enough columns.
struct LevelGroup {
  std::size_t first;
  std::size_t last;
  std::string direction;
};

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

/// One quantity of each level.
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

/// A column chart of each numeric key that levels have.
Markup level_charts(const Json& levels) {
  const std::vector<LevelGroup> groups = level_groups(levels);
  Markup figures;
  for (const auto& [key, value] : levels.front().items()) {
    if (key == "level" || !value.is_number()) continue;
    std::string title = name_of_key(key);
    title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
    figures += level_chart(levels, groups, key, title + " by level");
  }
  return charts(figures);
}

constexpr std::array<std::string_view, 14> kCommon = {
    "verb",  "graph",   "vertices", "edges",  "directed", "algorithm", "device",
    "ranks", "threads", "seed",     "load_s", "build_s",  "time_s",    "verify_s"};

}  // namespace

std::vector<Stage> stages_of(const Json& json) {
  // In the order of a run; time_s of several searches is the median.
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kStages = {{
      {"load_s", "load"},
      {"build_s", "build"},
      {"prepare_s", "prepare"},
      {"time_s", "search"},
      {"translate_s", "translate"},
      {"fetch_s", "fetch"},
      {"parents_s", "parents"},
  }};
  std::vector<Stage> stages;
  for (const auto& [key, name] : kStages) {
    if (const double seconds = number_of(json, key); seconds > 0) {
      stages.push_back({std::string(name), seconds});
    }
  }
  return stages;
}

Markup facts_section(const Json& json) {
  constexpr std::size_t kMostFacts = 4;
  Markup facts;
  const auto add = [&](const std::string& name, const std::string& text) {
    Markup fact = element("dt", {}, name);
    fact += element("dd", {}, text);
    facts += element("div", {}, fact);
  };
  for (const std::string_view key : {"vertices", "edges"}) {
    if (json.contains(key)) add(std::string(key), shown(json[key], Unit::kNone));
  }
  if (json.contains("time_s")) add("time", shown(json["time_s"], Unit::kSeconds));
  std::size_t count = 0;
  const bool is_benchmark = json.value("verb", "") == "graph500";
  for (const auto& [key, value] : json.items()) {
    if (is_benchmark && key.find("harmonic_mean") == std::string::npos) continue;
    const bool is_fact = (value.is_number() || key == "bipartite") && !is_one_of(key, kCommon) &&
                         !key.ends_with("_s") && key != "validated" && key != "passed" &&
                         key != "source" && key != "target" && key != "center";
    if (!is_fact || count == kMostFacts) continue;
    add(name_of_key(key), shown(value, unit_of(key)));
    ++count;
  }
  return element("dl", {{"class", "facts"}}, facts);
}

Markup levels_section(const Json& json) {
  const auto frontier = json.find("frontier");
  if (frontier == json.end() || !is_table(*frontier)) return {};
  Markup content = level_charts(*frontier);
  content += folded("Levels as a table", table_of(*frontier, kMostRows));
  return section("The search, level by level", content);
}

Markup times_section(const Json& json) {
  Chart chart{.title = "Stages of the run", .unit = Unit::kSeconds, .across = "stage"};
  for (const Stage& stage : stages_of(json)) {
    chart.bars.push_back({.name = stage.name,
                          .value = stage.seconds,
                          .tip = fmt::format("{}: {}", stage.name, duration(stage.seconds)),
                          .colour = chart.bars.size() % kColours});
  }
  if (chart.bars.empty()) return {};
  return section("Where time went", charts(element("div", {}, stacked_bar(chart))));
}

Markup distributions_section(const Json& json) {
  const auto all = json.find("distributions");
  if (all == json.end() || !is_table(*all)) return {};
  Markup figures;
  for (const Json& one : *all) {
    const std::string name = one["name"];
    const std::string counts = one["counts"];
    Chart chart{.title = fmt::format("{} by {}", counts, name), .across = name};
    chart.title.front() =
        static_cast<char>(std::toupper(static_cast<unsigned char>(chart.title.front())));
    for (const Json& bin : one["bins"]) {
      const bool is_single = bin["from"] == bin["to"];
      const std::string from = shown(bin["from"], Unit::kNone);
      const std::string span = is_single ? from : from + " to " + shown(bin["to"], Unit::kNone);
      const double count = number_of(bin, "count");
      chart.bars.push_back(
          {.name = short_form(bin["from"].get<double>(), Unit::kNone),
           .value = count,
           .tip = fmt::format("{} {}: {} {}", name, span, shown(count, Unit::kNone), counts)});
    }
    if (chart.bars.empty()) continue;
    Markup content = column_chart(chart);
    content += folded("As a table", table_of(one["bins"], kMostRows));
    figures += element("div", {}, content);
  }
  return section("Distributions", charts(figures));
}

Markup top_section(const Json& json) {
  constexpr std::size_t kMostBars = 20;
  const auto top = json.find("top");
  if (top == json.end() || !is_table(*top)) return {};
  Chart chart{.title = "Highest scores", .across = "vertex"};
  for (std::size_t i = 0; i < std::min<std::size_t>(top->size(), kMostBars); ++i) {
    const Json& entry = (*top)[i];
    const std::string name = entry.contains("u")
                                 ? label_text(entry["u"]) + " – " + label_text(entry["v"])
                                 : label_text(entry["vertex"]);
    const double score = number_of(entry, "score");
    chart.bars.push_back(
        {.name = name, .value = score, .tip = fmt::format("{}: {:.10g}", name, score)});
  }
  Markup both = bar_chart(chart);
  both += element("div", {}, table_of(*top, kMostRows));
  return section("The highest scores", charts(both));
}

Markup searches_section(const Json& json) {
  Markup content;
  for (const std::string_view key : {"trials", "searches"}) {
    const auto searches = json.find(key);
    if (searches == json.end() || !is_table(*searches)) continue;
    Chart chart{.title = "Time of each search", .unit = Unit::kSeconds, .across = "search"};
    for (std::size_t i = 0; i < searches->size(); ++i) {
      const Json& search = (*searches)[i];
      const double seconds = number_of(search, "time_s");
      Bar bar{.name = fmt::format("{}", i + 1), .value = seconds};
      if (search.contains("kernel")) {
        bar.colour = index_in(chart.colours, search["kernel"].get<std::string>());
      }
      bar.tip = fmt::format("search {}: {}", i + 1, duration(seconds));
      chart.bars.push_back(std::move(bar));
    }
    content += charts(column_chart(chart));
    content += folded("Searches as a table", table_of(*searches, kMostRows));
  }
  return section("Searches", content);
}

namespace {

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
    figures += rank_chart(*by_rank, "time_s", "Time in communication by rank");
  }
  const auto matrix = traffic->find("bytes_between_ranks");
  if (matrix != traffic->end() && matrix->is_array() && !matrix->empty()) {
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

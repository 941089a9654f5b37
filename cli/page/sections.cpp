#include "page/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "page/charts.hpp"
#include "page/level_charts.hpp"
#include "page/section_parts.hpp"
#include "page/tables.hpp"

namespace strider::cli {
namespace {

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

}  // namespace strider::cli

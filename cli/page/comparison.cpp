#include "page/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include "page/charts.hpp"
#include "page/page.hpp"
#include "page/sections.hpp"
#include "page/tables.hpp"
#include "print.hpp"

namespace strider::cli {
namespace {

std::string text_at(const Json& json, std::string_view key) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return "–";
  return found->is_string() ? found->get<std::string>() : shown(*found, unit_of(key));
}

std::optional<double> number_at(const Json& json, std::string_view key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? std::optional(found->get<double>())
                                                   : std::nullopt;
}

/// What was asked, in words, which runs to be compared have in common.
std::string question_of(const Json& json) {
  const std::string graph = std::filesystem::path(text_at(json, "graph")).filename().string();
  std::string text = fmt::format("{} of {}: {} vertices, {} edges", text_at(json, "verb"), graph,
                                 text_at(json, "vertices"), text_at(json, "edges"));
  for (const std::string_view key : {"kernel", "source", "target", "sources"}) {
    const auto asked = json.find(key);
    if (asked == json.end() || asked->is_null()) continue;
    text += fmt::format(", {} {}", key, label_text(*asked));
  }
  // Of graph500, whose time is their sum; other verbs give a number that they found.
  if (const auto searches = json.find("searches"); searches != json.end() && searches->is_array()) {
    text += ", " + counted(searches->size(), "search");
  }
  return text;
}

std::string place_of_run(const Json& json) {
  std::string place = text_at(json, "device");
  if (const double ranks = number_at(json, "ranks").value_or(1); ranks > 1) {
    place = fmt::format("{} ranks, {}", ranks, place);
  }
  return place;
}

std::string machine_of(const Json& json) {
  const auto machine = json.find("machine");
  if (machine == json.end() || !machine->is_object()) return "–";
  return fmt::format("{}, {} cores", text_at(*machine, "cpu"), text_at(*machine, "cores"));
}

/// The rate of graph500 is the harmonic mean of its first kernel.
std::string rate_of(const Json& json) {
  if (json.contains("teps")) return text_at(json, "teps");
  for (const auto& [key, value] : json.items()) {
    if (key.find("harmonic_mean") != std::string::npos) return text_at(json, key);
  }
  return "–";
}

struct Change {
  std::string text;  ///< "+12.5 %"; empty without two times
  bool is_slower = false;
};

Change change_of(const Json& json, const Json& first, std::string_view key, double slower) {
  const auto mine = number_at(json, key);
  const auto base = number_at(first, key);
  if (&json == &first || !mine || !base || !(*base > 0)) return {};
  const double percent = 100 * (*mine / *base - 1);
  return {fmt::format("{:+.1f} %", percent), percent > slower};
}

/// Runs with one question, in the order of their first.
using Comparable = std::vector<const NamedRun*>;

std::vector<Comparable> comparable_runs(const std::vector<NamedRun>& runs) {
  std::vector<Comparable> groups;
  for (const NamedRun& run : runs) {
    const auto known = std::ranges::find_if(groups, [&](const Comparable& group) {
      return question_of(group.front()->json) == question_of(run.json);
    });
    if (known != groups.end()) {
      known->push_back(&run);
    } else {
      groups.push_back({&run});
    }
  }
  return groups;
}

/// Cells of a run, the same for people and for pages.
std::vector<std::string> cells_of(const NamedRun& run, const Json& first, double slower) {
  const Json& json = run.json;
  const Change change = change_of(json, first, "time_s", slower);
  return {
      run.name,
      text_at(json, "algorithm"),
      place_of_run(json),
      text_at(json, "threads"),
      text_at(json, "time_s"),
      change.text.empty() ? "–" : change.text + (change.is_slower ? "  slower" : ""),
      rate_of(json),
      text_at(json, "version") + (json.contains("commit") ? ", " + text_at(json, "commit") : ""),
      machine_of(json)};
}
constexpr std::array<std::string_view, 9> kHeads = {
    "run", "method", "place", "threads", "time", "change", "rate", "version", "machine"};

Markup times_chart(const Comparable& group, double slower) {
  const Json& first = group.front()->json;
  Chart chart{.title = "Time",
              .remark = "of the search itself; orange is slower than the first",
              .unit = Unit::kSeconds,
              .across = "run"};
  for (const NamedRun* run : group) {
    const double seconds = number_at(run->json, "time_s").value_or(0);
    const Change change = change_of(run->json, first, "time_s", slower);
    chart.bars.push_back(
        {.name = std::filesystem::path(run->name).stem().string(),
         .value = seconds,
         .tip = fmt::format("{}: {} {}", run->name, duration(seconds), change.text),
         .colour = change.is_slower ? 1U : 0U});
  }
  return bar_chart(chart);
}

/// Every stage of every run.
Markup stages_table(const Comparable& group, double slower) {
  std::vector<std::string> keys;
  for (const NamedRun* run : group) {
    for (const auto& [key, value] : run->json.items()) {
      const bool is_time = key.ends_with("_s") && value.is_number();
      if (is_time && std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
  }
  std::vector<DataColumn> columns = {{.name = "run"}};
  for (const std::string& key : keys)
    columns.push_back({.name = name_of_key(key), .is_number = true});
  DataTable table(columns);
  for (const NamedRun* run : group) {
    std::vector<DataCell> cells = {{words(run->name), run->name}};
    for (const std::string& key : keys) {
      const Change change = change_of(run->json, group.front()->json, key, slower);
      const std::string text =
          text_at(run->json, key) + (change.text.empty() ? "" : fmt::format(" ({})", change.text));
      cells.push_back({change.is_slower ? element("span", {{"class", "bad"}}, text) : words(text),
                       fmt::format("{}", number_at(run->json, key).value_or(0))});
    }
    table.row(cells);
  }
  return folded("All times", table.markup());
}

Markup group_section(const Comparable& group, double slower) {
  const Json& first = group.front()->json;
  std::vector<DataColumn> columns;
  for (const std::string_view head : kHeads) {
    columns.push_back({.name = std::string(head),
                       .is_number = head == "time" || head == "threads" || head == "rate"});
  }
  DataTable table(columns);
  for (const NamedRun* run : group) {
    const std::vector<std::string> texts = cells_of(*run, first, slower);
    std::vector<DataCell> cells;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const bool is_bad = kHeads[i] == "change" && texts[i].ends_with("slower");
      cells.push_back(
          {is_bad ? element("span", {{"class", "bad"}}, texts[i]) : words(texts[i]), texts[i]});
    }
    const auto exact = [&](std::size_t column, std::string_view key) {
      const auto number = number_at(run->json, key);
      cells[column].exact = number ? fmt::format("{}", *number) : "";
    };
    exact(3, "threads");
    exact(4, "time_s");
    exact(6, "teps");
    table.row(cells);
  }
  Markup content = element("h2", {}, question_of(first));
  content += element("div", {{"class", "charts"}}, times_chart(group, slower));
  content += table.markup();
  content += stages_table(group, slower);
  return element("section", {}, content);
}

}  // namespace

std::string comparison_text(const std::vector<NamedRun>& runs, double slower) {
  std::string text;
  for (const Comparable& group : comparable_runs(runs)) {
    std::vector<std::vector<std::string>> rows = {{kHeads.begin(), kHeads.end()}};
    for (const NamedRun* run : group) {
      rows.push_back(cells_of(*run, group.front()->json, slower));
    }
    std::vector<std::size_t> widths(kHeads.size(), 0);
    for (auto& row : rows) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        row[i] = printable(row[i]);
        widths[i] = std::max(widths[i], width_of(row[i]));
      }
    }
    text += (text.empty() ? "" : "\n") + printable(question_of(group.front()->json)) + "\n";
    for (const auto& row : rows) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string blanks(widths[i] - width_of(row[i]), ' ');
        const bool is_right = kHeads[i] == "time" || kHeads[i] == "threads" || kHeads[i] == "rate";
        line += (i == 0 ? "" : "  ") + (is_right ? blanks + row[i] : row[i] + blanks);
      }
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
  }
  return text;
}

std::string comparison_page(const std::vector<NamedRun>& runs, double slower) {
  Markup body = element("h1", {}, counted(runs.size(), "run") + " compared");
  body += element("p", {{"class", "lead"}},
                  fmt::format("Runs of one verb on one graph stand beside the first of them. What "
                              "takes over {:g} % more is marked.",
                              slower));
  for (const Comparable& group : comparable_runs(runs)) body += group_section(group, slower);
  Json data = Json::array();
  for (const NamedRun& run : runs) data.push_back({{"file", run.name}, {"run", run.json}});
  return page(counted(runs.size(), "run") + " compared", body, data);
}

}  // namespace strider::cli

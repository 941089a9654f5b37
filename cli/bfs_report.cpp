// What strider bfs reports, wherever it ran.
#include <fmt/format.h>

#include "bfs_verb.hpp"

namespace strider::cli {
namespace {

Json frontier_json(const std::vector<BfsLevelTrace>& trace) {
  Json levels = Json::array();
  for (const BfsLevelTrace& level : trace) {
    Json& entry = levels.emplace_back(Json{{"level", level.level},
                                           {"vertices", level.vertices},
                                           {"edges", level.edges},
                                           {"direction", bfs_direction_name(level.direction)},
                                           {"time_s", level.seconds}});
    if (level.arcs_examined) entry["arcs_examined"] = *level.arcs_examined;
  }
  return levels;
}

Json run_json(const BfsVerb& verb, const GraphFacts& graph, const BfsOutcome& outcome) {
  Json json = begin_json(verb, graph, outcome);
  if (verb.depth) json["depth"] = *verb.depth;
  json["frontier"] = frontier_json(outcome.trace);
  if (!outcome.device_visits.empty()) json["device_visits"] = outcome.device_visits;
  if (!is_on_ranks(verb.place)) {
    json["layout"] = layout_name(outcome.layout);
    json["prepare_s"] = outcome.prepare_s;
    json["translate_s"] = outcome.translate_s;
  }
  if (outcome.parents_s) json["parents_s"] = *outcome.parents_s;
  add_outcome_json(json, graph, outcome);
  add_trials_json(json, verb.trials, graph, outcome);
  return json;
}

/// Levels that went the same way, first to last, as one row.
struct FrontierRow {
  Level first;
  Level last;
  std::uint64_t vertices;
  std::uint64_t edges;
  BfsDirection direction;
  double seconds;
};

std::vector<FrontierRow> frontier_rows(const std::vector<BfsLevelTrace>& trace) {
  constexpr std::size_t kMostRows = 24;  // what a terminal shows without scrolling
  const std::size_t group = (trace.size() + kMostRows - 1) / kMostRows;
  std::vector<FrontierRow> rows;
  for (const BfsLevelTrace& level : trace) {
    const bool joins = !rows.empty() && rows.back().direction == level.direction &&
                       level.level - rows.back().first < group;
    if (!joins) {
      rows.push_back({level.level, level.level, 0, 0, level.direction, 0});
    }
    FrontierRow& row = rows.back();
    row.last = level.level;
    row.vertices += level.vertices;
    row.edges += level.edges;
    row.seconds += level.seconds;
  }
  return rows;
}

void print_frontier(Summary& summary, const BfsVerb& verb,
                    const std::vector<BfsLevelTrace>& trace) {
  std::string table = fmt::format("\n{:>11} {:>14} {:>16}   {:<9} {:>11}\n", "level", "vertices",
                                  "edges", "direction", "time");
  for (const FrontierRow& row : frontier_rows(trace)) {
    const std::string levels = row.first == row.last ? fmt::format("{}", row.first)
                                                     : fmt::format("{}-{}", row.first, row.last);
    table +=
        fmt::format("{:>11} {:>14} {:>16}   {:<9} {:>11}\n", levels, grouped(row.vertices),
                    grouped(row.edges), bfs_direction_name(row.direction), duration(row.seconds));
  }
  if (is_on_device(verb.place) || is_on_ranks(verb.place)) {
    summary.line("levels", "timed in a separate search");
  }
  summary.text(table);
}

/// What came after the search.
std::string described_rest(const BfsOutcome& outcome) {
  std::string text;
  if (!outcome.device_name.empty() && !outcome.traffic) {
    text = fmt::format("; {} more to fetch the result", duration(outcome.translate_s));
  } else if (outcome.layout != Layout::kNone) {
    text = fmt::format("; {} more to restore the vertex order of the graph",
                       duration(outcome.translate_s));
  }
  if (outcome.parents_s) {
    text += fmt::format("; {} more to find the smallest parents", duration(*outcome.parents_s));
  }
  return text;
}

void report_summary(Summary& summary, const BfsVerb& verb, const GraphFacts& graph,
                    const BfsOutcome& outcome) {
  const Search& last = outcome.searches.back();
  summary.input(graph);
  summary.device(outcome.device_name, verb.seed());
  if (outcome.layout != Layout::kNone) {
    summary.line("layout",
                 fmt::format("{}, {}", layout_name(outcome.layout),
                             outcome.prepare_s > 0 ? "prepared in " + duration(outcome.prepare_s)
                                                   : "from the container"));
  }
  summarize_trials(summary, verb, verb.trials, outcome);
  summary.line("search",
               fmt::format("{} from {}: {} reached in {}", verb.algorithm.name,
                           last.sources ? counted(*last.sources, "source") : last.source,
                           counted(last.reached, "vertex"), counted(*last.levels, "level")));
  summary.line("time", fmt::format("{}, {}{}", duration(last.seconds), rate(last.teps),
                                   described_rest(outcome)));
  if (last.reached == 1) note_direction(summary, verb.graph, graph.input);
  if (outcome.traffic) summary.traffic(*outcome.traffic, verb.ranks.traffic);
  if (outcome.untraced.empty()) {
    print_frontier(summary, verb, outcome.trace);
  } else {
    summary.line("levels", "not recorded: " + outcome.untraced);
  }
}

}  // namespace

void report(const BfsVerb& verb, const GraphFacts& graph, const BfsOutcome& outcome) {
  Summary summary(verb.run, [&] { return run_json(verb, graph, outcome); });
  report_summary(summary, verb, graph, outcome);
  summary.verdict(outcome.verdict, "all five rules of the Graph500 specification hold");
}

}  // namespace strider::cli

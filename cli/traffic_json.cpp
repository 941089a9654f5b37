// The JSON of what ranks sent and computed.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "report.hpp"

namespace strider::cli {
namespace {

Json sum_json(const DistTraffic::Sum& sum) {
  return {{"bytes_sent", sum.bytes}, {"messages", sum.messages}, {"time_s", sum.seconds}};
}

/// Lists of times by level, of all ranks, are left out where they have more entries.
constexpr std::size_t kMostTimes = 50'000;

void add_times_json(Json& row, const DistTraffic::RankTimes& times, std::size_t ranks) {
  row["computing_s"] = times.computing;
  if (times.expansion > 0) {
    row["expansion_s"] = times.expansion;
    row["update_s"] = times.update;
  }
  row["by_phase"] = Json::object();
  for (const DistTraffic::RankTimes::Phase& phase : times.phases) {
    Json& entry = row["by_phase"][std::string(phase.name)];
    entry["network_s"] = phase.network;
    const bool are_few = ranks * times.phases.size() * phase.by_level.size() <= kMostTimes;
    if (are_few && !phase.by_level.empty()) entry["network_by_level_s"] = phase.by_level;
  }
}

/// What is recorded for pages and traces.
void add_ranks_json(Json& json, const DistTraffic& traffic) {
  const std::size_t ranks = traffic.by_rank.size();
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    DistTraffic::Sum all;
    Json times = Json::array();
    for (const DistTraffic::Sum& level : traffic.by_rank[rank]) {
      all += level;
      times.push_back(level.seconds);
    }
    Json row = {{"rank", rank}};
    row.update(sum_json(all));
    if (ranks * times.size() <= kMostTimes) row["time_by_level_s"] = std::move(times);
    if (rank < traffic.times_by_rank.size()) {
      add_times_json(row, traffic.times_by_rank[rank], ranks);
    }
    json["by_rank"].push_back(std::move(row));
  }
  for (std::size_t cell = 0; cell < traffic.bytes_between_ranks.size(); ++cell) {
    Json& rows = json["bytes_between_ranks"];
    if (cell % ranks == 0) rows.push_back(Json::array());
    rows.back().push_back(traffic.bytes_between_ranks[cell]);
  }
}

/// Of whole numbers; a median may lie between two.
Json count_spread_json(const DistTraffic::Spread& spread) {
  return {{"sum", static_cast<std::uint64_t>(spread.sum)},
          {"max", static_cast<std::uint64_t>(spread.max)},
          {"median", spread.median}};
}

/// A number of each rank.
Json spread_json(const DistTraffic::Spread& spread) {
  return {{"sum", spread.sum}, {"max", spread.max}, {"median", spread.median}};
}

/// By name.
Json phases_json(const std::vector<DistTraffic::Phase>& phases) {
  Json json = Json::object();
  for (const DistTraffic::Phase& phase : phases) {
    Json& of_phase = json[std::string(phase.name)];
    of_phase = sum_json(phase.sum);
    of_phase["network_s"] = spread_json(phase.network);
    of_phase["computing_s"] = spread_json(phase.computing);
  }
  return json;
}

}  // namespace

Json traffic_json(const DistTraffic& traffic) {
  // Of one level, or of all together.
  const auto add_work = [&](Json& to, const DistTraffic::Work& work) {
    to["network_s"] = spread_json(work.network);
    to["computing_s"] = spread_json(work.computing);
    if (traffic.work.expansion.sum > 0) {
      to["expansion_s"] = spread_json(work.expansion);
      to["update_s"] = spread_json(work.update);
    }
    if (traffic.counts_arcs) to["arcs_examined"] = count_spread_json(work.arcs_examined);
  };
  Json json = sum_json(traffic.total);
  add_work(json, traffic.work);
  json["by_phase"] = phases_json(traffic.by_phase);
  json["by_level"] = Json::array();
  for (std::size_t level = 0; level < traffic.by_level.size(); ++level) {
    Json entry = {{"level", level}};
    entry.update(sum_json(traffic.by_level[level]));
    if (level < traffic.work_by_level.size()) add_work(entry, traffic.work_by_level[level]);
    if (level < traffic.phases_by_level.size()) {
      entry["by_phase"] = phases_json(traffic.phases_by_level[level]);
    }
    json["by_level"].push_back(std::move(entry));
  }
  add_ranks_json(json, traffic);
  json["steps"] = Json::array();
  for (const DistTraffic::Step& step : traffic.steps) {
    json["steps"].push_back({{"phase", step.phase},
                             {"kind", step.kind},
                             {"group", step.group},
                             {"times", step.times},
                             {"bytes_sent", step.bytes},
                             {"messages", step.messages},
                             {"most_bytes", step.most_bytes},
                             {"most_messages", step.most_messages},
                             {"most_s", step.seconds},
                             {"fan_out", step.fan_out},
                             {"empty_messages", step.empty_messages},
                             {"largest_message", step.largest_message}});
  }
  return json;
}

}  // namespace strider::cli

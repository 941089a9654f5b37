#include "ranks/device_visits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace strider::cli {
namespace {

// By DeviceVisit.
constexpr std::array kVisitNames{"previsit", "dd", "nd", "mask", "arrivals",
                                 "previsit", "dn", "nn", "send"};

/// A level of which all ranks recorded all visits, and so of those before.
Level last_whole_level(const Cluster& cluster, std::span<const DeviceVisitTime> visits) {
  const bool is_cut = visits.size() == kMostDeviceVisits;
  const Level mine = is_cut ? std::max(visits.back().level, Level{1}) - 1 : kUnreached;
  return static_cast<Level>(-cluster.maximum(-static_cast<double>(mine)));
}

Json row_json(std::size_t rank, std::span<const double> row) {
  const auto visit = static_cast<std::size_t>(row[1]);
  const bool is_of_delegates = visit <= static_cast<std::size_t>(DeviceVisit::kMask);
  return {{"rank", rank},
          {"queue", is_of_delegates ? "delegates" : "normal vertices"},
          {"visit", kVisitNames[visit]},
          {"level", static_cast<Level>(row[0]) - 1},
          {"begin_s", row[2]},
          {"time_s", row[3]}};
}

}  // namespace

Json device_visits_json(const Cluster& cluster, const RunOptions& run,
                        const DistBfsResult& traced) {
  Json json = Json::array();
  if (!shows_ranks(cluster, run)) return json;
  const std::span<const DeviceVisitTime> visits = traced.device_visits();
  const auto most = static_cast<std::size_t>(cluster.maximum(static_cast<double>(visits.size())));
  if (most == 0) return json;
  const Level last = last_whole_level(cluster, visits);

  // Ranks add up rows of which all but one have zeros. The level of a row that is used is above 0.
  constexpr std::size_t kNumbers = 4;
  const std::size_t of_rank = most * kNumbers;
  std::vector<double> rows;
  attempt_on_all_ranks(cluster,
                       [&] { rows.resize(static_cast<std::size_t>(cluster.size()) * of_rank); });
  double* mine = rows.data() + static_cast<std::size_t>(cluster.rank()) * of_rank;
  for (const DeviceVisitTime& visit : visits) {
    if (visit.level > last) continue;
    *mine++ = visit.level + 1.0;
    *mine++ = static_cast<double>(visit.visit);
    *mine++ = visit.begin;
    *mine++ = visit.seconds;
  }
  cluster.sum(rows);
  attempt_on_all_ranks(cluster, [&] {
    if (cluster.rank() != 0) return;
    for (std::size_t at = 0; at < rows.size(); at += kNumbers) {
      const auto row = std::span(rows).subspan(at, kNumbers);
      if (row[0] > 0) json.push_back(row_json(at / of_rank, row));
    }
  });
  return json;
}

}  // namespace strider::cli

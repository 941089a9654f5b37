#include "search_statistics.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "graph500/statistics.hpp"

namespace strider::cli {

Json search_statistics_json(std::span<const TimedSearch> searches) {
  std::vector<double> edges;
  std::vector<double> seconds;
  for (const TimedSearch& search : searches) {
    if (search.reached < 2 || !(search.edges > 0) || !(search.seconds > 0)) continue;
    edges.push_back(search.edges);
    seconds.push_back(search.seconds);
  }
  if (edges.empty()) return {};
  const Statistics time = statistics_of(seconds);
  const RateStatistics teps = rate_statistics_of(edges, seconds);
  const auto quartiles = [](const auto& of) {
    return Json{{"min", of.min},
                {"first_quartile", of.first_quartile},
                {"median", of.median},
                {"third_quartile", of.third_quartile},
                {"max", of.max}};
  };
  Json json = {{"searches", edges.size()}};
  json["time_s"] = quartiles(time);
  json["time_s"]["mean"] = time.mean;
  json["teps"] = quartiles(teps);
  json["teps"]["harmonic_mean"] = teps.harmonic_mean;
  json["teps"]["geometric_mean"] = teps.geometric_mean;
  return json;
}

}  // namespace strider::cli

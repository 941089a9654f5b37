// Searches from several sources on a device, timed, and what tables and JSON say of them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "../timing.hpp"
#include "strider/types.hpp"

namespace benchmark {

inline constexpr double kGiga = 1e9;

/// How long searches continue.
struct SearchLimits {
  int repetitions = 5;
  double seconds = 5;  ///< after which no search is begun; each source once at least, or as many as
                       ///< fit
  double deadline = std::numeric_limits<double>::infinity();  ///< likewise, of the whole program
};

struct SearchTimes {
  std::vector<double> seconds;
  double harmonic_sum = 0;  ///< of seconds an edge
  double edges = 0;
  double total = 0;
};

/// Round after round over all sources, of which there is one at least; the edges of a source are
/// counted in the first.
template <class Solver>
SearchTimes time_rounds(Solver& solver, const std::vector<strider::Vertex>& sources,
                        const SearchLimits& limits) {
  SearchTimes times;
  std::vector<double> edges;
  const double start = now();
  decltype(solver.run(strider::Vertex{})) result;
  for (int round = 0; round < limits.repetitions; ++round) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const double begin = now();
      const bool late = begin - start > limits.seconds || begin > limits.deadline;
      if (late && !times.seconds.empty()) return times;
      solver.run(sources[i], result);
      const double seconds = now() - begin;
      if (round == 0) edges.push_back(static_cast<double>(result.num_edges_reached()));
      times.seconds.push_back(seconds);
      times.total += seconds;
      times.edges += edges[i];
      times.harmonic_sum += seconds / std::max(edges[i], 1.0);
    }
  }
  return times;
}

/// What is reported of them.
struct SearchFigures {
  std::size_t searches = 0;
  double median_seconds = 0;
  double best_seconds = 0;
  double harmonic_teps = 0;  ///< edges of the component, duplicates and loops dropped, a second
};
inline SearchFigures figures_of(const SearchTimes& times) {
  return {.searches = times.seconds.size(),
          .median_seconds = median(times.seconds),
          .best_seconds = *std::ranges::min_element(times.seconds),
          .harmonic_teps = static_cast<double>(times.seconds.size()) / times.harmonic_sum};
}
inline void add_json(Json& json, const SearchFigures& figures) {
  json["searches"] = figures.searches;
  json["median_seconds"] = figures.median_seconds;
  json["best_seconds"] = figures.best_seconds;
  json["harmonic_mean_teps"] = figures.harmonic_teps;
}

/// Below a table, where there is a target: edges a second.
inline std::string target_line(double target, double best) {
  if (target <= 0) return "";
  return fmt::format("\nTarget {:.3g} GTEPS: {}, {:.2f} of it.\n", target / kGiga,
                     best >= target ? "met" : "missed", best / target);
}

}  // namespace benchmark

#include "measure.hpp"

#include <algorithm>

#include "../timing.hpp"
#include "strider/error.hpp"
#include "strider/validate.hpp"

namespace benchmark {
namespace {

using strider::BfsResult;
using strider::BfsSolver;

struct Times {
  std::vector<double> seconds;
  double harmonic_sum = 0;  ///< of seconds an edge
  double edges = 0;
  double total = 0;
};

/// One search, not counted: what is loaded at a first launch is loaded, and the tree is checked.
void look_at_first(BfsSolver& solver, const strider::DeviceGraph& on_device,
                   const strider::Graph& graph, const MeasureSettings& settings,
                   Measured& measured) {
  const strider::Vertex source = settings.sources.front();
  const std::uint64_t before = on_device.device().num_launches();
  const BfsResult tree = solver.run(source);
  measured.launches = on_device.device().num_launches() - before;
  measured.levels = tree.num_levels();
  measured.reached = tree.num_reached();
  if (!settings.validate) return;
  const auto validation = validate_bfs(graph, source, tree.parents(), tree.levels());
  if (!validation.passed()) {
    measured.failure = "wrong: " + validation.violations.front().message;
  } else if (validation.num_reached != tree.num_reached()) {
    measured.failure = "wrong: the number of vertices reached";
  }
}

void warm_up(BfsSolver& solver, const MeasureSettings& settings) {
  BfsResult result;
  const double start = now();
  for (std::size_t i = 0; now() - start < settings.warm_up_seconds; ++i) {
    solver.run(settings.sources[i % settings.sources.size()], result);
  }
}

/// Round after round over all sources; the edges of a source are counted in the first.
Times time_searches(BfsSolver& solver, const MeasureSettings& settings) {
  Times times;
  std::vector<double> edges;
  const double start = now();
  BfsResult result;
  for (int round = 0; round < settings.repetitions; ++round) {
    for (std::size_t i = 0; i < settings.sources.size(); ++i) {
      const double begin = now();
      const bool late = begin - start > settings.seconds_a_method || begin > settings.deadline;
      if (late && !times.seconds.empty()) return times;
      solver.run(settings.sources[i], result);
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

/// The trace takes memory beside the search: where that is missing, the figures have no floor.
void count_floor(const strider::DeviceGraph& on_device, strider::DeviceBfsOptions options,
                 const MeasureSettings& settings, Measured& measured) try {
  options.trace = strider::BfsTrace::kLevels;
  BfsSolver solver(on_device, options);
  const BfsResult result = solver.run(settings.sources.front());
  measured.levels_bottom_up = static_cast<std::uint64_t>(std::ranges::count(
      result.trace(), strider::BfsDirection::kBottomUp, &strider::BfsLevelTrace::direction));
  constexpr std::uint64_t kSmallArcs = std::uint64_t{1} << 32U;
  const FloorCounts counts{.num_vertices = on_device.num_vertices(),
                           .num_arcs = on_device.num_arcs(),
                           .offset_bytes = on_device.num_arcs() < kSmallArcs ? 4U : 8U};
  measured.floor_bytes_per_edge = floor_bytes(counts, result.trace()) /
                                  std::max(1.0, static_cast<double>(result.num_edges_reached()));
} catch (const strider::MemoryError&) {
  measured.floor_bytes_per_edge = 0;
}

void measure_into(const strider::DeviceGraph& on_device, const strider::Graph& graph,
                  const strider::DeviceBfsOptions& options, const MeasureSettings& settings,
                  Measured& measured) {
  Times times;
  {
    BfsSolver solver(on_device, options);
    look_at_first(solver, on_device, graph, settings, measured);
    if (!measured.failure.empty()) return;
    warm_up(solver, settings);
    times = time_searches(solver, settings);
  }
  const auto searches = static_cast<double>(times.seconds.size());
  measured.searches = times.seconds.size();
  measured.median_seconds = median(times.seconds);
  measured.best_seconds = *std::ranges::min_element(times.seconds);
  measured.harmonic_teps = searches / times.harmonic_sum;
  measured.mean_edges = times.edges / searches;
  if (!settings.trace) return;
  count_floor(on_device, options, settings, measured);
  measured.floor_bandwidth = measured.floor_bytes_per_edge * times.edges / times.total;
}

}  // namespace

Measured measure(const strider::DeviceGraph& on_device, const strider::Graph& graph,
                 const strider::DeviceBfsOptions& options, const MeasureSettings& settings) {
  Measured measured;
  try {
    measure_into(on_device, graph, options, settings, measured);
  } catch (const strider::MemoryError& error) {
    measured.failure = error.what();
  }
  return measured;
}

}  // namespace benchmark

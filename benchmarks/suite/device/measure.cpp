#include "measure.hpp"

#include <algorithm>

#include "strider/error.hpp"
#include "strider/validate.hpp"

namespace benchmark {
namespace {

using strider::BfsResult;
using strider::BfsSolver;

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
  SearchTimes times;
  {
    BfsSolver solver(on_device, options);
    look_at_first(solver, on_device, graph, settings, measured);
    if (!measured.failure.empty()) return;
    warm_up(solver, settings);
    times = time_rounds(solver, settings.sources, settings.limits);
  }
  static_cast<SearchFigures&>(measured) = figures_of(times);
  measured.mean_edges = times.edges / static_cast<double>(times.seconds.size());
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

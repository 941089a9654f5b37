#include "algorithms/bc/gpu/plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algorithms/bc/gpu/likely_depth.hpp"
#include "algorithms/bc/safe_levels.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "gpu/dispatch.hpp"
#include "strider/device_error.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

using Method = DeviceBetweennessMethod;

/// Sources that share a warp.
constexpr std::uint32_t kBatch = 32;
/// With more levels, concurrent searches do not pay for their memory: warps are mostly empty.
constexpr std::size_t kMostLevels = 48;
/// Their counts stay below 2 to this: reciprocals, too, are in range.
constexpr double kMostBits = 1000;
/// Searches, a block each, for batches of sources that turn out to be deeper than the rest.
constexpr std::uint32_t kDeepAtOnce = 8;

/// The engines of one problem on the graph's device.
class Engines {
 public:
  Engines(const DeviceGraph& graph, const BcProblem& problem, bool needs_graph)
      : graph_(graph), problem_(problem), needs_graph_(needs_graph) {}

  void put(bool by_source, bool by_target) {
    const DeviceObject& arrays = *graph_.state().arrays;
    put_ = on_device(
        graph_.device(),
        [&] {
          return on_cuda::put_on_device(arrays, problem_, needs_graph_, by_source, by_target);
        },
        [&] {
          return on_simt::put_on_device(arrays, problem_, needs_graph_, by_source, by_target);
        });
  }
  [[nodiscard]] std::shared_ptr<DeviceSourceSearch> sources(
      const SourceSearchSettings& settings) const {
    return on_device(
        graph_.device(), [&] { return on_cuda::make_source_search(put_, settings); },
        [&] { return on_simt::make_source_search(put_, settings); });
  }
  [[nodiscard]] std::unique_ptr<PathDrawer> paths(const PathDrawerSettings& settings) const {
    return on_device(
        graph_.device(), [&] { return on_cuda::make_path_drawer(put_, settings); },
        [&] { return on_simt::make_path_drawer(put_, settings); });
  }
  [[nodiscard]] std::shared_ptr<DeviceBcEngine> batched(
      const BatchedSearchSettings& settings, std::shared_ptr<DeviceBcEngine> for_deep) const {
    return on_device(
        graph_.device(), [&] { return on_cuda::make_batched_search(put_, settings, for_deep); },
        [&] { return on_simt::make_batched_search(put_, settings, for_deep); });
  }

 private:
  const DeviceGraph& graph_;
  const BcProblem& problem_;
  bool needs_graph_;
  std::shared_ptr<const DeviceObject> put_;
};

/// What the runner takes for an engine: that of the plan, and room for its sums on the host.
class OfPlan final : public BcEngine {
 public:
  OfPlan(std::shared_ptr<DeviceBcEngine> engine, int threads)
      : engine_(std::move(engine)), threads_(threads) {}

  std::uint64_t accumulate(std::span<const Vertex> sources, std::span<double> sums) override {
    if (own_.size() != sums.size()) own_ = Array<double>(sums.size());
    const std::uint64_t arcs = engine_->sum_up(sources, own_.span());
    parallel_for(0, sums.size(), threads_, [&](std::size_t i) { sums[i] += own_[i]; });
    return arcs;
  }

 private:
  std::shared_ptr<DeviceBcEngine> engine_;
  int threads_;
  Array<double> own_;
};

SourceWalk walk_of(Method method) {
  switch (method) {
    case Method::kVertexParallel:
      return SourceWalk::kByVertices;
    case Method::kEdgeParallel:
      return SourceWalk::kByEdges;
    case Method::kHybrid:
      return SourceWalk::kHybrid;
    case Method::kAuto:
    case Method::kWorkEfficient:
      return SourceWalk::kByQueues;
  }
  throw UsageError("method: not a method of betweenness on a device");
}

std::uint64_t bytes_a_source(const DeviceBcSizes& sizes, bool needs_graph, SourceWalk walk,
                             std::uint64_t sources_at_once) {
  return problem_bytes(sizes, needs_graph, walks_edges(walk) || sizes.scores_edges,
                       walks_edges(walk)) +
         source_search_bytes(sizes) + sources_at_once * source_workspace_bytes(sizes, walk);
}

std::size_t most_levels(const DeviceBcSizes& sizes) {
  return safe_levels(sizes.arcs, kMostLevels, kMostBits);
}
std::size_t most_float_levels(const DeviceBcSizes& sizes) {
  return safe_levels(sizes.arcs, kMostFloatLevels, kMostFloatBits);
}

// --- hybrid: the authors' number of samples and their threshold, gamma * log2(n)

constexpr std::size_t kSamples = 512;
constexpr double kGamma = 4;
/// Of the vertices: smaller levels do not pay for a look at all edges.
constexpr std::uint32_t kLargeLevel = 16;

bool is_shallow(DeviceSourceSearch& search, const BcProblem& problem) {
  const std::size_t samples = std::clamp<std::size_t>(problem.sources.size() / 16, 1, kSamples);
  std::vector<Level> depths = search.depths(std::span(problem.sources).first(samples));
  const auto middle = depths.begin() + static_cast<std::ptrdiff_t>(depths.size() / 2);
  std::nth_element(depths.begin(), middle, depths.end());
  return *middle <= kGamma * std::log2(problem.graph.num_vertices());
}

void require_on_device(const DeviceGraph& graph, std::uint64_t bytes, std::uint32_t sources) {
  const std::uint64_t free = graph.device().free_bytes();
  if (bytes <= free) return;
  sources = std::max(1U, sources);
  throw DeviceMemoryError(
      fmt::format("betweenness from {} source{} at once", sources, sources == 1 ? "" : "s"), bytes,
      free);
}

// --- auto

/// Levels that searches side by side shall have room for.
struct BatchLevels {
  std::uint32_t doubles = 0;  ///< with rows of doubles; 0: there are too many for batches
  std::uint32_t floats = 0;   ///< with rows of floats; 0: these are not used
};

/// From elsewhere a search may be twice as deep. Floats where they were asked for, and where levels
/// are surely few enough for them.
BatchLevels levels_for_batches(Level depth, const BcProblem& problem) {
  const std::size_t levels = depth + std::size_t{1};
  const DeviceBcSizes sizes = sizes_of(problem);
  const auto room = [&](std::size_t most) {
    return levels + 1 > most ? 0 : static_cast<std::uint32_t>(std::min(most, 2 * levels + 1));
  };
  const bool may_round = problem.precision == BetweennessPrecision::kSingle;
  return {.doubles = room(most_levels(sizes)),
          .floats = may_round ? room(most_float_levels(sizes)) : 0};
}

/// Of so many batches at once; floats have one of doubles besides, for batches that are deeper.
std::uint64_t batches_bytes(const DeviceBcSizes& sizes, const LongRowSizes& long_rows,
                            const BatchLevels& levels, std::uint64_t batches) {
  const std::uint64_t shared = batched_search_bytes(sizes, long_rows);
  const std::uint64_t of_doubles =
      batch_bytes(sizes, long_rows, levels.doubles, BetweennessPrecision::kDouble);
  if (levels.floats == 0) return shared + batches * of_doubles;
  const std::uint64_t of_floats =
      batch_bytes(sizes, long_rows, levels.floats, BetweennessPrecision::kSingle);
  return 2 * shared + of_doubles + batches * of_floats;
}

std::uint32_t batches_of(std::uint32_t sources) {
  return (std::max(1U, sources) + kBatch - 1) / kBatch;
}

/// Batches of 32 sources at once: as many as there is use for, and room in half of the memory. 0:
/// not one.
std::uint32_t batches_at_once(const DeviceGraph& graph, const BcProblem& problem,
                              const DeviceBetweennessOptions& options, const BatchLevels& levels) {
  const DeviceBcSizes sizes = sizes_of(problem);
  const LongRowSizes long_rows = long_rows_of(problem.graph);
  const std::uint64_t free = graph.device().free_bytes();
  if (options.tuning.sources_at_once > 0) {
    const std::uint32_t batches = batches_of(options.tuning.sources_at_once);
    return batches_bytes(sizes, long_rows, levels, batches) <= free ? batches : 0;
  }
  const std::uint64_t shared = batches_bytes(sizes, long_rows, levels, 0);
  const std::uint64_t each = batches_bytes(sizes, long_rows, levels, 1) - shared;
  if (shared + each > free) return 0;
  const std::uint64_t fitting =
      std::max<std::uint64_t>(1, (free / 2 - std::min(free / 2, shared)) / each);
  // Words of eight batches fill what is read of memory at once; small graphs take more to fill the
  // device.
  constexpr std::uint64_t kItems = std::uint64_t{1} << 21U;
  const std::uint64_t useful = std::clamp<std::uint64_t>(kItems / sizes.vertices, 8, 64);
  const std::uint64_t most =
      (std::min(problem.sources.size(), device_batch(problem)) + kBatch - 1) / kBatch;
  return static_cast<std::uint32_t>(std::min({fitting, useful, most}));
}

/// Besides the problem: `sources` at once, side by side with one more by itself, or each by itself,
/// whichever is less.
std::uint64_t least_auto_bytes(const BcProblem& problem, const BatchLevels& levels,
                               std::uint32_t sources) {
  const DeviceBcSizes sizes = sizes_of(problem);
  const std::uint64_t shared = source_search_bytes(sizes);
  const std::uint64_t workspace = source_workspace_bytes(sizes, SourceWalk::kByQueues);
  const std::uint64_t by_themselves = shared + std::max(1U, sources) * workspace;
  if (levels.doubles == 0) return by_themselves;
  const std::uint64_t batched =
      batches_bytes(sizes, long_rows_of(problem.graph), levels, batches_of(sources));
  return std::min(by_themselves, batched + shared + workspace);
}

/// The same before there is a device to search on: O(n + m).
std::uint64_t least_auto_bytes(const BcProblem& problem, std::uint32_t sources) {
  BatchLevels levels;
  if (problem.of == BetweennessOf::kVertices && sources > 1) {
    levels = levels_for_batches(depth_from(problem.graph.out(), likely_source(problem)), problem);
  }
  return least_auto_bytes(problem, levels, sources);
}

/// With what it leaves to `search`, a block a source.
std::shared_ptr<DeviceBcEngine> batched_engine(const Engines& engines, const BatchLevels& levels,
                                               std::uint32_t batches, std::uint32_t block_threads,
                                               std::shared_ptr<DeviceSourceSearch> search) {
  const bool floats = levels.floats > 0;
  auto doubles = engines.batched(
      {.levels = levels.doubles, .batches = floats ? 1 : batches, .block_threads = block_threads},
      std::move(search));
  if (!floats) return doubles;
  return engines.batched({.levels = levels.floats,
                          .batches = batches,
                          .block_threads = block_threads,
                          .precision = BetweennessPrecision::kSingle},
                         std::move(doubles));
}

std::shared_ptr<DeviceBcEngine> auto_engine(const DeviceGraph& graph, const BcProblem& problem,
                                            const Engines& engines,
                                            const DeviceBetweennessOptions& options,
                                            std::uint64_t& variant) {
  SourceSearchSettings settings{.block_threads = options.tuning.block_threads,
                                .sources_at_once = 1};
  BatchLevels levels;
  if (problem.of == BetweennessOf::kVertices) {
    {
      const auto one = engines.sources(settings);
      const Vertex first[] = {likely_source(problem)};
      levels = levels_for_batches(one->depths(first).front(), problem);
    }
    // Of what is chosen by memory a checkpoint knows nothing: a run continues wherever there is
    // some.
    constexpr std::uint64_t kOfFloats = 64;
    static_assert(kOfFloats > kMostLevels);
    variant = levels.doubles | (levels.floats > 0 ? kOfFloats : 0);
    const std::uint32_t batches =
        levels.doubles == 0 ? 0 : batches_at_once(graph, problem, options, levels);
    if (batches > 0) {
      // What is left, if it is enough: batches have been given half.
      const DeviceBcSizes sizes = sizes_of(problem);
      const std::uint64_t batched =
          batches_bytes(sizes, long_rows_of(problem.graph), levels, batches);
      const std::uint64_t free = graph.device().free_bytes();
      const std::uint64_t workspace = source_workspace_bytes(sizes, SourceWalk::kByQueues);
      const std::uint64_t rest = free - std::min(free, batched + source_search_bytes(sizes));
      const std::uint64_t at_once = std::min<std::uint64_t>(kDeepAtOnce, rest / workspace);
      if (at_once > 0) {
        settings.sources_at_once = static_cast<std::uint32_t>(at_once);
        return batched_engine(engines, levels, batches, options.tuning.block_threads,
                              engines.sources(settings));
      }
    }
  }
  settings.sources_at_once = options.tuning.sources_at_once;
  require_on_device(graph, least_auto_bytes(problem, levels, options.tuning.sources_at_once),
                    options.tuning.sources_at_once);
  return engines.sources(settings);
}

}  // namespace

std::size_t device_batch(const BcProblem& problem) {
  // So that adding up on the host, and what is lost where a run is ended, stay small.
  constexpr std::uint64_t kEntries = std::uint64_t{1} << 33U;
  constexpr std::uint64_t kLeast = 256;
  constexpr std::uint64_t kMost = 4096;
  const std::uint64_t entries = problem.graph.num_vertices() + problem.graph.num_arcs() + 1;
  return std::clamp(kEntries / entries, kLeast, kMost) / kBatch * kBatch;
}

std::uint64_t predict_bytes_on_device(const DeviceBcSizes& sizes, Method method,
                                      std::uint32_t sources_at_once) {
  const bool by_lengths = sizes.length_bytes > 0;
  const SourceWalk walk = by_lengths ? SourceWalk::kByLengths : walk_of(method);
  const std::uint64_t by_sources = bytes_a_source(sizes, false, walk, sources_at_once);
  if (by_lengths || method != Method::kAuto || sizes.scores_edges) return by_sources;
  const LongRowSizes long_rows = most_long_rows_of(sizes);
  const std::uint64_t batches = (sources_at_once + kBatch - 1) / kBatch;
  BatchLevels levels{.doubles = static_cast<std::uint32_t>(most_levels(sizes))};
  std::uint64_t batched = batches_bytes(sizes, long_rows, levels, batches);
  if (sizes.precision == BetweennessPrecision::kSingle) {
    // Whether levels are few enough for floats is not known.
    levels.floats = static_cast<std::uint32_t>(most_float_levels(sizes));
    batched = std::max(batched, batches_bytes(sizes, long_rows, levels, batches));
  }
  return std::max(by_sources, bytes_a_source(sizes, false, walk, kDeepAtOnce) + batched);
}

std::uint64_t least_bytes_on_device(const BcProblem& problem, bool needs_graph,
                                    const DeviceBetweennessOptions& options) {
  if (problem.sources.empty()) return 0;
  const DeviceBcSizes sizes = sizes_of(problem);
  const std::uint32_t at_once = std::max(1U, options.tuning.sources_at_once);
  if (problem.lengths != nullptr || options.method != Method::kAuto) {
    const SourceWalk walk =
        problem.lengths != nullptr ? SourceWalk::kByLengths : walk_of(options.method);
    return bytes_a_source(sizes, needs_graph, walk, at_once);
  }
  return problem_bytes(sizes, needs_graph, sizes.scores_edges, false) +
         least_auto_bytes(problem, at_once);
}

BcPlan plan_on_device(const DeviceGraph& graph, const BcProblem& problem, bool needs_graph,
                      const DeviceBetweennessOptions& options) {
  BcPlan plan;
  plan.batch = device_batch(problem);
  plan.threads_each = problem.threads;
  if (problem.sources.empty()) return plan;
  const bool by_lengths = problem.lengths != nullptr;
  const SourceWalk walk = by_lengths ? SourceWalk::kByLengths : walk_of(options.method);
  const bool one_a_block = by_lengths || options.method != Method::kAuto;
  const std::uint32_t at_once =
      one_a_block ? std::max<std::uint32_t>(1, options.tuning.sources_at_once) : 1;
  if (bytes_a_source(sizes_of(problem), needs_graph, walk, at_once) > graph.device().free_bytes()) {
    require_on_device(graph, least_bytes_on_device(problem, needs_graph, options),
                      options.tuning.sources_at_once);
  }
  Engines engines(graph, problem, needs_graph);
  engines.put(walks_edges(walk) || problem.of == BetweennessOf::kEdges, walks_edges(walk));
  std::shared_ptr<DeviceBcEngine> engine;
  if (one_a_block) {
    const auto search = engines.sources({.walk = walk,
                                         .block_threads = options.tuning.block_threads,
                                         .sources_at_once = options.tuning.sources_at_once});
    if (options.method == Method::kHybrid && is_shallow(*search, problem)) {
      search->walk_edges_from(
          std::max<std::uint32_t>(1, problem.graph.num_vertices() / kLargeLevel));
      plan.variant = 1;
    }
    engine = search;
  } else {
    engine = auto_engine(graph, problem, engines, options, plan.variant);
  }
  // What a batch brings, as it comes from the device and added up.
  plan.engine_bytes = saturating_mul(2 * problem.num_scores(), sizeof(double));
  plan.make_engine = [engine](int threads) { return std::make_unique<OfPlan>(engine, threads); };
  return plan;
}

std::uint64_t least_drawer_bytes(const BcProblem& problem, bool needs_graph,
                                 const DeviceBetweennessOptions& options) {
  return problem_bytes(sizes_of(problem), needs_graph, false, false) + path_drawer_bytes(problem) +
         std::max(1U, options.tuning.sources_at_once) * path_workspace_bytes(problem);
}

std::unique_ptr<PathDrawer> path_drawer_on_device(const DeviceGraph& graph,
                                                  const BcProblem& problem, bool needs_graph,
                                                  std::uint64_t seed,
                                                  const DeviceBetweennessOptions& options,
                                                  std::uint64_t room) {
  const std::uint32_t at_once = std::max<std::uint32_t>(1, options.tuning.sources_at_once);
  const std::uint64_t bytes = least_drawer_bytes(problem, needs_graph, options);
  const std::uint64_t free = graph.device().free_bytes();
  if (bytes > free) {
    throw DeviceMemoryError(
        fmt::format("sampling {} path{} at once", at_once, at_once == 1 ? "" : "s"), bytes, free);
  }
  Engines engines(graph, problem, needs_graph);
  engines.put(false, false);
  return engines.paths({.seed = seed,
                        .block_threads = options.tuning.block_threads,
                        .paths_at_once = options.tuning.sources_at_once,
                        .room = room});
}

}  // namespace strider::detail

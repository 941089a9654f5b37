// Which way a problem is searched on a device:
//
//   a method by name, by lengths:  a block searches from a source (source_search.cpp)
//   auto, scores of edges:         the same, by queues
//   auto, scores of vertices:
//     few levels, as a search from the source with the most neighbours tells, and memory for 32
//     sources and one by itself:   32 sources a warp (batched_search.cpp), with rows of doubles;
//                                  where single precision was asked for and levels are fewer still,
//                                  of floats. What is deeper goes from floats to doubles, and from
//                                  there to a block a source
//     else:                        a block a source, by queues
//
// How many sources are searched from at once is a matter of memory, in which a way is measured by
// declaring what it works in.
#include "algorithms/bc/gpu/plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algorithms/bc/safe_levels.hpp"
#include "base/parallel.hpp"
#include "gpu/device_state.hpp"
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

/// What the runner takes for an engine: that of the plan, and room for its sums on the host.
class OfPlan final : public BcEngine {
 public:
  OfPlan(Workspace& workspace, std::shared_ptr<DeviceEngines> engines, const BcProblem& problem,
         int threads)
      : engines_(std::move(engines)), threads_(threads) {
    workspace.declare("the sums of the device", own_, problem.num_scores());
  }

  std::uint64_t accumulate(std::span<const Vertex> sources, std::span<double> sums) override {
    const std::uint64_t arcs = engines_->first().sum_up(sources, own_.span());
    parallel_for(0, sums.size(), threads_, [&](std::size_t i) { sums[i] += own_[i]; });
    return arcs;
  }

 private:
  std::shared_ptr<DeviceEngines> engines_;
  int threads_;
  Array<double> own_;
};

// --- auto

/// The level of what is furthest from the source with the most neighbours: it is where most of the
/// graph is, if any is. Found on the host.
Level likely_depth(const BcProblem& problem) {
  const Csr& rows = problem.graph.out();
  const Vertex source =
      *std::ranges::max_element(problem.sources, {}, [&](Vertex v) { return rows.degree(v); });
  return depth_from(problem, source);
}

/// From elsewhere a search may be twice as deep. Floats where they were asked for, and where levels
/// are surely few enough for them.
void set_levels(const BcProblem& problem, DeviceWay& way) {
  const std::size_t levels = likely_depth(problem) + std::size_t{1};
  const auto room = [&](std::size_t most, double bits) {
    const std::size_t safe = safe_levels(problem.graph.num_arcs(), most, bits);
    return levels + 1 > safe ? 0 : static_cast<std::uint32_t>(std::min(safe, 2 * levels + 1));
  };
  way.levels = room(kMostLevels, kMostBits);
  if (problem.precision == BetweennessPrecision::kSingle) {
    way.float_levels = room(kMostFloatLevels, kMostFloatBits);
  }
}

std::uint32_t batches_of(std::size_t sources) {
  return static_cast<std::uint32_t>((std::max<std::size_t>(1, sources) + kBatch - 1) / kBatch);
}

void set_long_rows(const Graph& graph, DeviceWay& way) {
  way.long_out = count_long_rows(graph.out().offsets().span());
  if (graph.is_directed()) way.long_in = count_long_rows(graph.in().offsets().span());
}

// --- memory

/// The searches of a way. With rows of floats there is one batch of doubles besides.
void declare_searches(Workspace& workspace, const DeviceQuestion& question, const DeviceWay& way,
                      const DeviceBcProblem& problem, DeviceEngines& to) {
  const std::uint32_t block_threads = question.options.tuning.block_threads;
  to.by_block = problem.source_search(
      workspace,
      {.walk = way.walk, .block_threads = block_threads, .sources_at_once = way.sources_at_once});
  if (way.batches == 0) return;
  BatchedSearchSettings settings{.levels = way.levels,
                                 .batches = way.float_levels > 0 ? 1 : way.batches,
                                 .block_threads = block_threads,
                                 .long_out = way.long_out,
                                 .long_in = way.long_in};
  to.doubles = problem.batched_search(workspace, settings, *to.by_block);
  if (way.float_levels == 0) return;
  settings.levels = way.float_levels;
  settings.batches = way.batches;
  settings.precision = BetweennessPrecision::kSingle;
  to.floats = problem.batched_search(workspace, settings, *to.doubles);
}

/// What a device has left beside a problem, and what ways to search take of it.
class Measure {
 public:
  Measure(const DeviceQuestion& question, SourceWalk walk, std::uint64_t room)
      : question_(question), problem_(put_problem(workspace_, question, walk)) {
    rest_ = room - std::min(room, workspace_.device_bytes());
  }
  [[nodiscard]] std::uint64_t rest() const { return rest_; }

  [[nodiscard]] std::uint64_t bytes_of(const DeviceWay& way) const {
    Workspace workspace;
    DeviceEngines engines;
    declare_searches(workspace, question_, way, *problem_, engines);
    return workspace.device_bytes();
  }
  /// Blocks of the way that the device runs at the same time.
  [[nodiscard]] std::uint64_t blocks_of(const DeviceWay& way) const {
    Workspace workspace;
    DeviceEngines engines;
    declare_searches(workspace, question_, way, *problem_, engines);
    return engines.by_block->blocks();
  }

 private:
  const DeviceQuestion& question_;
  Workspace workspace_;
  std::unique_ptr<DeviceBcProblem> problem_;
  std::uint64_t rest_;
};

/// As many batches as there is use for and half of the memory holds; one by itself may take all.
std::uint32_t fitting_batches(const DeviceQuestion& question, const Measure& measure, DeviceWay way,
                              std::size_t batch) {
  const auto bytes_of = [&](std::uint64_t batches) {
    way.batches = static_cast<std::uint32_t>(batches);
    return measure.bytes_of(way);
  };
  if (const std::uint32_t asked = question.options.tuning.sources_at_once; asked > 0) {
    // Where neither fits, the error names the one that takes less.
    const DeviceWay by_blocks{.walk = way.walk, .sources_at_once = asked};
    const std::uint64_t most = std::max(measure.rest(), measure.bytes_of(by_blocks));
    return bytes_of(batches_of(asked)) <= most ? batches_of(asked) : 0;
  }
  if (bytes_of(1) > measure.rest()) return 0;
  // Words of eight batches fill what is read of memory at once; small graphs take more to fill the
  // device.
  constexpr std::uint64_t kItems = std::uint64_t{1} << 21U;
  const std::uint64_t useful =
      std::clamp<std::uint64_t>(kItems / question.problem.graph.num_vertices(), 8, 64);
  const std::size_t sources = std::min(question.problem.sources.size(), batch);
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(most_that_fit(measure.rest() / 2, bytes_of), 1,
                                std::min<std::uint64_t>(useful, batches_of(sources))));
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

}  // namespace

std::unique_ptr<DeviceBcProblem> put_problem(Workspace& workspace, const DeviceQuestion& question,
                                             SourceWalk walk) {
  DeviceObject& context = *question.device.state().context;
  return on_device(
      question.device,
      [&] {
        return on_cuda::put_problem(workspace, context, question.graph, question.problem, walk);
      },
      [&] {
        return on_simt::put_problem(workspace, context, question.graph, question.problem, walk);
      });
}

DeviceWay choose_way(const DeviceQuestion& question, std::uint64_t room, std::size_t batch) {
  const BcProblem& problem = question.problem;
  const bool is_auto = problem.lengths == nullptr && question.options.method == Method::kAuto;
  DeviceWay way;
  if (is_auto && problem.of == BetweennessOf::kVertices) set_levels(problem, way);
  if (way.levels > 0) {
    set_long_rows(problem.graph, way);
    const Measure measure(question, way.walk, room);
    way.batches = fitting_batches(question, measure, way, batch);
    // Those that are deeper have what is left, if it is enough for more than one.
    const auto bytes_of = [&](std::uint64_t sources) {
      way.sources_at_once = static_cast<std::uint32_t>(sources);
      return measure.bytes_of(way);
    };
    way.sources_at_once = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(most_that_fit(measure.rest(), bytes_of), 1, kDeepAtOnce));
  }
  if (way.batches > 0) return way;
  DeviceWay by_blocks = way_by_blocks(question, room, batch);
  by_blocks.levels = way.levels;
  by_blocks.float_levels = way.float_levels;
  return by_blocks;
}

DeviceWay way_by_blocks(const DeviceQuestion& question, std::uint64_t room, std::size_t batch) {
  const BcProblem& problem = question.problem;
  DeviceWay way{.walk = problem.lengths != nullptr ? SourceWalk::kByLengths
                                                   : walk_of(question.options.method),
                .sources_at_once = question.options.tuning.sources_at_once};
  if (way.sources_at_once > 0) return way;
  const Measure measure(question, way.walk, room);
  const auto bytes_of = [&](std::uint64_t sources) {
    way.sources_at_once = static_cast<std::uint32_t>(sources);
    return measure.bytes_of(way);
  };
  // So many times more than blocks that those which end early find others to begin.
  constexpr std::uint64_t kSourcesPerBlock = 2;
  const std::uint64_t useful = std::min<std::uint64_t>(kSourcesPerBlock * measure.blocks_of(way),
                                                       std::min(problem.sources.size(), batch));
  way.sources_at_once = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(most_that_fit(measure.rest() / 2, bytes_of), 1, useful));
  return way;
}

std::shared_ptr<DeviceEngines> declare_engines(Workspace& workspace, const DeviceQuestion& question,
                                               const DeviceWay& way) {
  auto engines = std::make_shared<DeviceEngines>();
  engines->problem = put_problem(workspace, question, way.walk);
  declare_searches(workspace, question, way, *engines->problem, *engines);
  return engines;
}

std::string purpose_of(const DeviceWay& way) {
  const std::uint32_t sources = way.batches > 0 ? kBatch * way.batches : way.sources_at_once;
  return fmt::format("betweenness from {} source{} at once", sources, sources == 1 ? "" : "s");
}

BcPlan plan_of(const DeviceQuestion& question, const DeviceWay& way,
               std::shared_ptr<DeviceEngines> engines, std::size_t batch) {
  BcPlan plan;
  plan.batch = batch;
  plan.threads_each = question.problem.threads;
  // Of what is chosen by memory a checkpoint knows nothing: a run continues wherever there is some.
  constexpr std::uint64_t kOfFloats = 64;
  static_assert(kOfFloats > kMostLevels);
  plan.variant = way.levels | (way.float_levels > 0 ? kOfFloats : 0);
  if (way.walk == SourceWalk::kHybrid && is_shallow(*engines->by_block, question.problem)) {
    engines->by_block->walk_edges_from(
        std::max<std::uint32_t>(1, question.problem.graph.num_vertices() / kLargeLevel));
    plan.variant = 1;
  }
  plan.make_engine = [engines = std::move(engines), &problem = question.problem](
                         Workspace& workspace, int threads) -> std::unique_ptr<BcEngine> {
    return std::make_unique<OfPlan>(workspace, engines, problem, threads);
  };
  return plan;
}

BcPlan plan_on_device(const DeviceQuestion& question) {
  const BcProblem& problem = question.problem;
  const std::size_t batch = device_batch(problem);
  if (problem.sources.empty()) return plan_of(question, {}, nullptr, batch);
  const DeviceWay way = choose_way(question, question.device.free_bytes(), batch);
  Workspace workspace;
  auto engines = declare_engines(workspace, question, way);
  workspace.take(purpose_of(way), HostMemory(), FreeMemoryOf{question.device});
  return plan_of(question, way, std::move(engines), batch);
}

std::size_t device_batch(const BcProblem& problem) {
  // So that adding up on the host, and what is lost where a run is ended, stay small.
  constexpr std::uint64_t kEntries = std::uint64_t{1} << 33U;
  constexpr std::uint64_t kLeast = 256;
  constexpr std::uint64_t kMost = 4096;
  const std::uint64_t entries = problem.graph.num_vertices() + problem.graph.num_arcs() + 1;
  return std::clamp(kEntries / entries, kLeast, kMost) / kBatch * kBatch;
}

std::uint64_t least_bytes(const Device& device, const BcSizes& sizes, Method method) {
  DeviceObject& context = *device.state().context;
  const SourceWalk walk = walk_of(method);
  return on_device(
      device, [&] { return on_cuda::bytes_of_one_source(context, sizes, walk); },
      [&] { return on_simt::bytes_of_one_source(context, sizes, walk); });
}

void FreeMemoryOf::require(std::uint64_t bytes, const std::string& purpose) const {
  const std::uint64_t free = device.free_bytes();
  if (bytes > free) throw DeviceMemoryError(purpose, bytes, free);
}

}  // namespace strider::detail

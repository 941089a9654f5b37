#include "algorithms/bc/gpu/plans.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "gpu/dispatch.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

std::shared_ptr<DeviceSourceSearch> make_search(const DeviceGraph& graph, const BcProblem& problem,
                                                bool needs_graph,
                                                const SourceSearchSettings& settings) {
  const DeviceObject& arrays = *graph.state().arrays;
  return on_device(
      graph.device(),
      [&] { return on_cuda::make_source_search(arrays, problem, needs_graph, settings); },
      [&] { return on_simt::make_source_search(arrays, problem, needs_graph, settings); });
}

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

SourceWalk walk_of(DeviceBetweennessMethod method) {
  switch (method) {
    case DeviceBetweennessMethod::kVertexParallel:
      return SourceWalk::kByVertices;
    case DeviceBetweennessMethod::kEdgeParallel:
      return SourceWalk::kByEdges;
    case DeviceBetweennessMethod::kHybrid:
      return SourceWalk::kHybrid;
    case DeviceBetweennessMethod::kAuto:
    case DeviceBetweennessMethod::kWorkEfficient:
      return SourceWalk::kByQueues;
  }
  throw UsageError("method: not a method of betweenness on a device");
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

std::size_t device_batch(const BcProblem& problem) {
  // So that adding up on the host, and what is lost where a run is ended, stay small.
  constexpr std::uint64_t kEntries = std::uint64_t{1} << 35U;
  constexpr std::uint64_t kLeast = 256;
  constexpr std::uint64_t kMost = 4096;
  const std::uint64_t entries = problem.graph.num_vertices() + problem.graph.num_arcs() + 1;
  return std::clamp(kEntries / entries, kLeast, kMost) / 32 * 32;
}

std::uint64_t predict_bytes_on_device(const DeviceBcSizes& sizes, DeviceBetweennessMethod method,
                                      std::uint32_t sources_at_once) {
  const SourceWalk walk = walk_of(method);
  return source_search_bytes(sizes, walk) +
         std::uint64_t{sources_at_once} * source_slice_bytes(sizes, walk);
}

BcPlan plan_on_device(const DeviceGraph& graph, const BcProblem& problem, bool needs_graph,
                      const DeviceBetweennessOptions& options) {
  BcPlan plan;
  plan.batch = device_batch(problem);
  plan.threads_each = problem.threads;
  if (problem.sources.empty() || problem.graph.num_vertices() == 0) return plan;
  const auto search = make_search(graph, problem, needs_graph,
                                  {.walk = walk_of(options.method),
                                   .block_threads = options.block_threads,
                                   .sources_at_once = options.sources_at_once});
  if (options.method == DeviceBetweennessMethod::kHybrid && is_shallow(*search, problem)) {
    search->walk_edges_from(std::max<std::uint32_t>(1, problem.graph.num_vertices() / kLargeLevel));
    plan.variant = 1;
  }
  plan.make_engine = [search](int threads) { return std::make_unique<OfPlan>(search, threads); };
  return plan;
}

}  // namespace strider::detail

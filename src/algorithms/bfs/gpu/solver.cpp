// The public face of searches on a device: checks what it is asked, picks the engine.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "algorithms/bfs/gpu/engine.hpp"
#include "gpu/dispatch.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"

namespace strider {

using namespace detail;

namespace {

/// The method that `auto` stands for. Bottom-up steps pay where the graph was laid out for them,
/// which is where its diameter is low; a kernel for the whole search where the diameter is high.
DeviceBfsMethod chosen_method(const DeviceGraph& graph) {
  return graph.has_degree_layout() ? DeviceBfsMethod::kDirectionOptimizing
                                   : DeviceBfsMethod::kPersistent;
}

void require_factor(const char* name, double value) {
  if (!std::isfinite(value) || value <= 0) {
    throw UsageError(fmt::format("{}: {} is not a positive number", name, value));
  }
}

DeviceBfsOptions checked(const DeviceBfsOptions& options, const DeviceGraph& graph) {
  constexpr std::uint32_t kWarp = 32;
  if (options.block_threads == 0 || options.block_threads % kWarp != 0 ||
      options.block_threads > 1024) {
    throw UsageError(fmt::format("block_threads: {} is not a multiple of 32 from 32 to 1024",
                                 options.block_threads));
  }
  const std::uint32_t each = options.edges_per_thread;
  if (each != 1 && each != 2 && each != 4 && each != 8 && each != 16) {
    throw UsageError(fmt::format("edges_per_thread: {} is not 1, 2, 4, 8 or 16", each));
  }
  if (options.warp_degree == 0 || options.block_degree < options.warp_degree) {
    throw UsageError(fmt::format("warp_degree {} and block_degree {} do not ascend from 1",
                                 options.warp_degree, options.block_degree));
  }
  require_factor("forward_factor", options.forward_factor);
  require_factor("backward_factor", options.backward_factor);
  DeviceBfsOptions result = options;
  if (result.method == DeviceBfsMethod::kAuto) result.method = chosen_method(graph);
  return result;
}

}  // namespace

struct DeviceBfsResult::State {
  DeviceGraph graph;
  std::shared_ptr<DeviceBfsEngine> engine;
  Vertex source = kNoVertex;
  DeviceSearchFacts facts;
  Array<Vertex> parents;
  Array<Level> levels;
  std::optional<EdgeIndex> edges;
};

DeviceBfsResult::DeviceBfsResult() = default;
DeviceBfsResult::DeviceBfsResult(DeviceBfsResult&&) noexcept = default;
DeviceBfsResult& DeviceBfsResult::operator=(DeviceBfsResult&&) noexcept = default;
DeviceBfsResult::~DeviceBfsResult() = default;

Vertex DeviceBfsResult::source() const {
  return state_->source;
}
Vertex DeviceBfsResult::num_reached() const {
  return state_->facts.num_reached;
}
Level DeviceBfsResult::num_levels() const {
  return state_->facts.num_levels;
}
EdgeIndex DeviceBfsResult::num_edges_reached() const {
  if (!state_->edges) {
    const ReachedArcs reached = state_->engine->count_reached_arcs();
    // An undirected edge stands in two rows, but for a self-loop, which stands in one.
    state_->edges = state_->graph.directedness() == Directedness::kDirected
                        ? reached.arcs
                        : (reached.arcs + reached.self_loops) / 2;
  }
  return *state_->edges;
}
std::span<const Vertex> DeviceBfsResult::parents() const {
  if (state_->parents.empty()) {
    state_->parents = Array<Vertex>(state_->graph.num_vertices());
    state_->engine->download_parents(state_->parents.span());
  }
  return state_->parents.span();
}
LevelView DeviceBfsResult::levels() const {
  if (state_->levels.empty()) {
    state_->levels = Array<Level>(state_->graph.num_vertices());
    state_->engine->download_levels(state_->levels.span());
  }
  return LevelView(std::span<const Level>(state_->levels.span()));
}
std::span<const BfsLevelTrace> DeviceBfsResult::trace() const {
  return state_->facts.trace;
}

struct DeviceBfsSolver::State {
  DeviceGraph graph;
  std::shared_ptr<DeviceBfsEngine> engine;
};

DeviceBfsSolver::DeviceBfsSolver(DeviceGraph graph, const DeviceBfsOptions& options) {
  const DeviceBfsOptions all = checked(options, graph);
  const DeviceObject& arrays = *graph.state().arrays;
  std::unique_ptr<DeviceBfsEngine> engine = on_device(
      graph.device(), [&] { return on_cuda::make_device_bfs(arrays, all); },
      [&] { return on_simt::make_device_bfs(arrays, all); });
  state_ = std::make_unique<State>(State{std::move(graph), std::move(engine)});
}
DeviceBfsSolver::DeviceBfsSolver(DeviceBfsSolver&&) noexcept = default;
DeviceBfsSolver& DeviceBfsSolver::operator=(DeviceBfsSolver&&) noexcept = default;
DeviceBfsSolver::~DeviceBfsSolver() = default;

void DeviceBfsSolver::run(Vertex source, DeviceBfsResult& result) {
  const Vertex n = state_->graph.num_vertices();
  if (source >= n) {
    throw UsageError(
        fmt::format("source: {} is not a vertex; the graph has {} vertices", source, n));
  }
  if (result.state_ == nullptr || result.state_->engine != state_->engine) {
    result.state_ =
        std::make_unique<DeviceBfsResult::State>(DeviceBfsResult::State{.graph = state_->graph,
                                                                        .engine = state_->engine,
                                                                        .facts = {},
                                                                        .parents = {},
                                                                        .levels = {},
                                                                        .edges = {}});
  }
  DeviceBfsResult::State& tree = *result.state_;
  tree.source = source;
  tree.parents = {};
  tree.levels = {};
  tree.edges.reset();
  state_->engine->search(source, tree.facts);
}
DeviceBfsResult DeviceBfsSolver::run(Vertex source) {
  DeviceBfsResult result;
  run(source, result);
  return result;
}
std::uint64_t DeviceBfsSolver::bytes() const {
  return state_->engine->bytes();
}

}  // namespace strider

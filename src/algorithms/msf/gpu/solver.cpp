// The public face of spanning forests on a device: checks what it is asked, hands out results.
#include <fmt/format.h>

#include <cmath>
#include <mutex>
#include <utility>

#include "algorithms/msf/finder.hpp"
#include "algorithms/msf/gpu/engine.hpp"
#include "algorithms/msf/keyed_edge.hpp"
#include "base/parallel.hpp"
#include "gpu/dispatch.hpp"
#include "gpu/left_on_device.hpp"
#include "gpu/option_checks.hpp"
#include "graph/weight_sum.hpp"
#include "strider/device_msf.hpp"
#include "strider/error.hpp"

namespace strider {

using namespace detail;

namespace {

template <class W>
void check(const WeightedDeviceGraph<W>& graph, const DeviceMsfOptions& options) {
  require_undirected(graph.directedness());
  require_objective(options.objective);
  check_block_threads(options.tuning.block_threads);
  if (!std::isfinite(options.tuning.light_per_vertex) || options.tuning.light_per_vertex <= 0) {
    throw UsageError(fmt::format("light_per_vertex must be a positive number, got {}",
                                 options.tuning.light_per_vertex));
  }
  if (device_msf_method_name(options.method) == "unknown") {
    throw UsageError(fmt::format("method: {} is not a method of spanning forests on a device",
                                 int(options.method)));
  }
  if (options.words != DeviceMsfWords::kPacked) return;
  if (sizeof(W) > sizeof(std::uint32_t) || graph.num_arcs() >> 32U != 0) {
    throw UsageError(
        fmt::format("words: weights of {} bytes and {} adjacency entries cannot be packed into 64 "
                    "bits: use split",
                    sizeof(W), graph.num_arcs()));
  }
}

template <class W>
MsfWeight<W> total_weight(std::span<const MsfEdge<W>> edges, int threads) {
  constexpr std::size_t kMinParallelWork = 1U << 13U;
  WeightSum<W> total;
  std::mutex mutex;
  parallel_chunks(edges.size(), edges.size() < kMinParallelWork ? 1 : threads,
                  [&](std::size_t begin, std::size_t end, int /*thread*/) {
                    WeightSum<W> mine;
                    for (const auto& edge : edges.subspan(begin, end - begin))
                      mine.add(edge.weight);
                    const std::lock_guard lock(mutex);
                    total.add(mine);
                  });
  return total.value();
}

/// The forest of one run, on the device until a caller asks for it or another run begins.
template <class W>
class ForestOfRun final : public LazyForest<W> {
 public:
  ForestOfRun(const WeightedDeviceGraph<W>& graph,
              const std::shared_ptr<DeviceMsfEngine<W>>& engine, std::size_t num_edges, int threads)
      : threads_(threads), edges_([graph, engine, num_edges](Array<MsfEdge<W>>& into) {
          if (into.size() != num_edges) into = Array<MsfEdge<W>>(num_edges);
          engine->download(into.span());
        }) {}

  void fetch(Array<MsfEdge<W>>& edges, MsfWeight<W>& weight) override {
    edges_.take(edges);
    weight = total_weight<W>(edges.span(), threads_);
  }
  /// Before the device's memory is used again.
  void keep() { edges_.keep(); }

 private:
  int threads_;
  LeftOnDevice<Array<MsfEdge<W>>> edges_;
};

template <class W>
class DeviceFinder final : public ForestFinder<W> {
 public:
  DeviceFinder(const WeightedDeviceGraph<W>& graph, const DeviceMsfOptions& options)
      : graph_(graph), threads_(resolve_threads(options.threads)) {
    const DeviceObject& arrays = *graph_.topology().state().arrays;
    const DeviceObject& weights = *graph_.state().weights;
    const DeviceMsfSettings settings{.options = options};
    engine_ = on_device(
        graph_.device(), [&] { return on_cuda::make_device_msf<W>(arrays, weights, settings); },
        [&] { return on_simt::make_device_msf<W>(arrays, weights, settings); });
  }

  std::size_t find(const ForestParts<W>& parts) override {
    if (const auto last = last_.lock()) last->keep();
    const DeviceForestFacts facts = engine_->find();
    if (facts.nan) {
      const Labels& labels = graph_.topology().state().labels;
      refuse_nan(labels.label(facts.nan->first), labels.label(facts.nan->second));
    }
    const auto own = std::make_shared<ForestOfRun<W>>(graph_, engine_, facts.num_edges, threads_);
    last_ = own;
    parts.lazy = own;
    return facts.num_edges;
  }

 private:
  WeightedDeviceGraph<W> graph_;
  int threads_;
  std::shared_ptr<DeviceMsfEngine<W>> engine_;
  std::weak_ptr<ForestOfRun<W>> last_;  // gone where it is not asked for
};

}  // namespace

template <class W>
MsfSolver<W>::MsfSolver(const WeightedDeviceGraph<W>& graph, const DeviceMsfOptions& options) {
  check(graph, options);
  state_ = std::make_unique<State>(
      State{graph.num_vertices(), std::make_unique<DeviceFinder<W>>(graph, options)});
}

template MsfSolver<float>::MsfSolver(const WeightedDeviceGraph<float>&, const DeviceMsfOptions&);
template MsfSolver<double>::MsfSolver(const WeightedDeviceGraph<double>&, const DeviceMsfOptions&);
template MsfSolver<std::uint32_t>::MsfSolver(const WeightedDeviceGraph<std::uint32_t>&,
                                             const DeviceMsfOptions&);

}  // namespace strider

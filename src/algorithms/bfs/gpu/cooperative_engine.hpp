// What searches in one cooperative kernel have in common: a launch, and a look at the end.
#pragma once

#include <algorithm>
#include <string>

#include "algorithms/bfs/gpu/engine_on_device.hpp"
#include "algorithms/bfs/gpu/engines.hpp"
#include "algorithms/bfs/gpu/frontier_walk.hpp"
#include "strider/error.hpp"

namespace strider::detail::STRIDER_DEVICE {

class CooperativeEngine : public EngineOnDevice {
 public:
  CooperativeEngine(const GraphArrays& graph, const DeviceBfsOptions& options,
                    std::uint64_t more_bytes)
      : EngineOnDevice(graph, options,
                       sizeof(LevelControl) + records_bytes(graph, options) +
                           2 * sizeof(u32) * split_rows(graph, options) + more_bytes),
        control_(graph.context(), 1),
        split_vertices_(graph.context(), split_rows(graph, options)),
        first_pieces_(graph.context(), split_rows(graph, options)),
        first_control_(graph.context(), 1),
        last_control_(graph.context(), 1) {
    if (tracing()) {
      records_ = DeviceBuffer<LevelRecord>(graph.context(), graph.num_vertices() + 1ULL);
    }
    first_control_[0] = {};
  }

  void search(Vertex source, DeviceSearchFacts& facts) override {
    tree_->start(queue_, source, queues_[0].data());
    queue_.copy(control_.data(), first_control_.data(), sizeof(LevelControl));
    launch();
    queue_.copy(last_control_.data(), control_.data(), sizeof(LevelControl));
    queue_.wait();
    facts = {};
    facts.num_reached = last_control_[0].num_reached;
    facts.num_levels = last_control_[0].num_levels;
    if (tracing()) fill_trace(facts);
  }

 protected:
  virtual void launch() = 0;

  /// As many blocks as the device holds or the options allow, or as many as have a vertex each
  /// thread.
  template <class... P>
  [[nodiscard]] simt::LaunchShape shape_of(void (*kernel)(P...)) {
    const u32 most =
        simt::max_cooperative_blocks(queue_.handle(), kernel, options_.block_threads, 0);
    if (most == 0) {
      throw UsageError("block_threads: the device holds no block of " +
                       std::to_string(options_.block_threads) + " threads of this search");
    }
    const u32 wanted =
        std::max(1U, (graph_.num_vertices() + options_.block_threads - 1) / options_.block_threads);
    const u64 allowed =
        options_.blocks_per_multiprocessor == 0
            ? most
            : u64{options_.blocks_per_multiprocessor} * graph_.context().facts().multiprocessors;
    return {.grid = static_cast<u32>(std::min<u64>({most, wanted, allowed})),
            .block = options_.block_threads};
  }

  /// `alone` as in FrontierWalk.
  [[nodiscard]] FrontierWalk walk(u32 alone) const {
    return {.tree = tree_->view(),
            .queues = {queues_[0].data(), queues_[1].data()},
            .control = control_.data(),
            .records = records_.data(),
            .split = {split_vertices_.data(), first_pieces_.data()},
            .warp_degree = options_.warp_degree,
            .split_degree = options_.block_degree,
            .max_degree = graph_.max_degree(),
            .alone = alone,
            .alone_edges = options_.alone_edges};
  }

  DeviceBuffer<LevelControl> control_;

 private:
  [[nodiscard]] static std::uint64_t records_bytes(const GraphArrays& graph,
                                                   const DeviceBfsOptions& options) {
    return options.trace == BfsTrace::kLevels
               ? sizeof(LevelRecord) * (std::uint64_t{graph.num_vertices()} + 1)
               : 0;
  }
  /// The most rows of a frontier that all warps share.
  [[nodiscard]] static std::uint64_t split_rows(const GraphArrays& graph,
                                                const DeviceBfsOptions& options) {
    return std::min<std::uint64_t>(graph.num_vertices(), graph.num_arcs() / options.block_degree);
  }
  /// Frontiers are counted afterwards: the search itself is not held up by it.
  void fill_trace(DeviceSearchFacts& facts) {
    std::vector<LevelRecord> records(facts.num_levels + 1ULL);
    download<LevelRecord>(queue_, records, records_);
    const std::vector<LevelWork> work = tree_->count_by_level(queue_, facts.num_levels);
    constexpr double kNanosecond = 1e-9;
    for (Level level = 0; level < facts.num_levels; ++level) {
      facts.trace.push_back(
          {level, work[level].vertices, work[level].edges,
           records[level].bottom_up != 0 ? BfsDirection::kBottomUp : BfsDirection::kTopDown,
           kNanosecond *
               static_cast<double>(records[level + 1].nanoseconds - records[level].nanoseconds)});
    }
  }

  DeviceBuffer<u32> split_vertices_;
  DeviceBuffer<u32> first_pieces_;
  DeviceBuffer<LevelRecord> records_;
  PinnedBuffer<LevelControl> first_control_;
  PinnedBuffer<LevelControl> last_control_;
};

}  // namespace strider::detail::STRIDER_DEVICE

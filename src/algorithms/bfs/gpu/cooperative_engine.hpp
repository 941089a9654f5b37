// What searches in one cooperative kernel have in common: a launch, and a look at the end.
#pragma once

#include <vector>

#include "algorithms/bfs/gpu/engine_on_device.hpp"
#include "algorithms/bfs/gpu/engines.hpp"
#include "algorithms/bfs/gpu/frontier_walk.hpp"

namespace strider::detail::STRIDER_DEVICE {

class CooperativeEngine : public EngineOnDevice {
 public:
  CooperativeEngine(Workspace& workspace, const GraphArrays& graph, const DeviceBfsOptions& options)
      : EngineOnDevice(workspace, graph, options) {
    Context& context = graph.context();
    const u64 n = graph.num_vertices();
    // The most rows of a frontier that all warps share.
    const u64 split_rows = std::min(n, graph.num_arcs() / options.tuning.block_degree);
    workspace.declare("the state of the search", control_, 1, context);
    workspace.declare("the long rows", split_vertices_, split_rows, context);
    workspace.declare("the chunks of long rows", first_chunks_, split_rows, context);
    workspace.declare("the trace", records_, tracing() ? n + 1 : 0, context);
    workspace.declare("the state of the search", first_control_, 1, context);
    workspace.declare("the state of the search", last_control_, 1, context);
    workspace.when_taken([this] { first_control_[0] = {}; });
  }

  void search(Vertex source, DeviceSearchFacts& facts) override {
    tree_.start(queue_, source, queues_[0].data());
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

  /// Once, before the first search: asking takes the driver a while. Throws UsageError.
  template <class... P>
  void choose_shape(void (*kernel)(P...)) {
    shape_ = cooperative_shape(queue_, kernel, graph_.num_vertices(), options_.tuning.block_threads,
                               options_.tuning.blocks_per_multiprocessor);
  }
  [[nodiscard]] const simt::LaunchShape& shape() const { return shape_; }

  /// `single_block_vertices` as in FrontierWalk.
  [[nodiscard]] FrontierWalk walk(u32 single_block_vertices) const {
    return {.tree = tree_.view(),
            .queues = {queues_[0].data(), queues_[1].data()},
            .control = control_.data(),
            .records = records_.data(),
            .split = {split_vertices_.data(), first_chunks_.data()},
            .warp_degree = options_.tuning.warp_degree,
            .split_degree = options_.tuning.block_degree,
            .max_degree = graph_.max_degree(),
            .single_block_vertices = single_block_vertices,
            .single_block_edges = options_.tuning.single_block_edges};
  }

  DeviceBuffer<LevelControl> control_;

 private:
  /// Frontiers are counted afterwards: the search itself is not held up by it.
  void fill_trace(DeviceSearchFacts& facts) {
    std::vector<LevelRecord> records(facts.num_levels + 1ULL);
    download<LevelRecord>(queue_, records, records_);
    // Their memory is large enough for the counts, and free now.
    static_assert(sizeof(LevelRecord) >= 2 * sizeof(u64));
    const std::vector<LevelWork> work =
        tree_.count_by_level(queue_, facts.num_levels, reinterpret_cast<u64*>(records_.data()));
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
  DeviceBuffer<u32> first_chunks_;
  simt::LaunchShape shape_;
  DeviceBuffer<LevelRecord> records_;
  PinnedBuffer<LevelControl> first_control_;
  PinnedBuffer<LevelControl> last_control_;
};

}  // namespace strider::detail::STRIDER_DEVICE

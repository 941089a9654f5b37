// Searches in one cooperative kernel: a launch, and a look at the end.
//
//   the tree = the sources; the state = that of the first level
//   launch search_persistently (persistent.hpp) or search_both_ways (direction_optimizing.hpp):
//     their loops over the levels, with a barrier of the grid after each
//   wait; the state tells how many levels and vertices were reached
//   where a trace is wanted: count the vertices and edges of each level of the tree, and the arcs
//     that it looked at
#include <vector>

#include "algorithms/bfs/gpu/direction_optimizing.hpp"
#include "algorithms/bfs/gpu/engine_on_device.hpp"
#include "gpu/bitmap_words.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

class CooperativeEngine : public EngineOnDevice {
 public:
  CooperativeEngine(Workspace& workspace, const GraphArrays& graph, const DeviceBfsOptions& options)
      : EngineOnDevice(workspace, graph, options) {
    Context& context = graph.context();
    const u64 n = graph.num_vertices();
    // The most rows of a frontier that all warps share.
    const u64 split_rows = std::min(n, graph.num_arcs() / options.tuning.grid_degree);
    workspace.declare("the state of the search", control_, 1, context);
    workspace.declare("the long rows", split_vertices_, split_rows, context);
    workspace.declare("the chunks of long rows", first_chunks_, split_rows, context);
    workspace.declare("the trace", records_, tracing() ? n + 1 : 0, context);
    workspace.declare("the state of the search", first_control_, 1, context);
    workspace.declare("the state of the search", last_control_, 1, context);
    workspace.when_taken([this] { first_control_[0] = {}; });
  }

  void search(const BfsQuery& query, DeviceSearchFacts& facts) override {
    tree_.start(queue_, query.sources, queues_[0].data());
    queue_.copy(control_.data(), first_control_.data(), sizeof(LevelControl));
    launch(query);
    queue_.copy(last_control_.data(), control_.data(), sizeof(LevelControl));
    queue_.wait();
    facts = {};
    facts.num_reached = last_control_[0].num_reached;
    facts.num_levels = last_control_[0].num_levels;
    facts.ended_at_target = last_control_[0].end_level != 0;
    if (tracing()) fill_trace(query, facts);
  }

 protected:
  virtual void launch(const BfsQuery& query) = 0;

  /// Once, before the first search: asking takes the driver a while. Throws UsageError.
  template <class... P>
  void choose_shape(void (*kernel)(P...)) {
    shape_ = cooperative_shape(queue_, kernel, graph_.num_vertices(), options_.tuning.block_threads,
                               options_.tuning.blocks_per_multiprocessor);
  }
  [[nodiscard]] const simt::LaunchShape& shape() const { return shape_; }

  /// A single block continues up to so many vertices of a frontier.
  [[nodiscard]] FrontierWalk walk(const BfsQuery& query, u32 single_block_vertices) const {
    return {.tree = tree_.view(),
            .queues = {queues_[0].data(), queues_[1].data()},
            .control = control_.data(),
            .records = records_.data(),
            .split = {split_vertices_.data(), first_chunks_.data()},
            .warp_degree = options_.tuning.warp_degree,
            .split_degree = options_.tuning.grid_degree,
            .max_degree = graph_.max_degree(),
            .num_sources = static_cast<u32>(query.sources.size()),
            .depth = query.depth,
            .target = query.target.value_or(kNoParent),
            .single_block = {single_block_vertices, options_.tuning.single_block_edges}};
  }

 private:
  /// Frontiers are counted afterwards: the search itself is not held up by it.
  void fill_trace(const BfsQuery& query, DeviceSearchFacts& facts) {
    std::vector<LevelRecord> records(facts.num_levels + 1ULL);
    download<LevelRecord>(queue_, records, records_);
    // Their memory is large enough for the counts, and free now.
    static_assert(sizeof(LevelRecord) >= 2 * sizeof(u64));
    const std::vector<LevelWork> work =
        tree_.count_by_level(queue_, facts.num_levels, reinterpret_cast<u64*>(records_.data()));
    const std::vector<u64> examined = count_examined(records);
    constexpr double kNanosecond = 1e-9;
    const Level end = last_control_[0].end_level;
    for (Level level = 0; level < facts.num_levels; ++level) {
      const bool expanded = level < query.depth && (end == 0 || level < end);
      BfsLevelTrace& entry = facts.trace.emplace_back(BfsLevelTrace{
          level, work[level].vertices, work[level].edges, BfsDirection::kTopDown,
          kNanosecond *
              static_cast<double>(records[level + 1].nanoseconds - records[level].nanoseconds)});
      if (records[level].bottom_up != 0) {
        entry.direction = BfsDirection::kBottomUp;
        entry.arcs_examined = examined[level];
      } else {
        entry.arcs_examined = expanded ? entry.edges : 0;
      }
    }
  }

  /// By level; 0 of those that were not expanded bottom-up.
  [[nodiscard]] std::vector<u64> count_examined(std::span<const LevelRecord> records) {
    std::vector<u64> arcs(records.size());
    u64* const sums = reinterpret_cast<u64*>(records_.data());
    const std::size_t bytes = arcs.size() * sizeof(u64);
    queue_.fill(sums, 0, bytes);
    for (u32 level = 0; level < records.size(); ++level) {
      if (records[level].bottom_up != 0) tree_.count_examined(queue_, level, sums + level);
    }
    download_bytes(queue_, arcs.data(), sums, bytes);
    return arcs;
  }

  DeviceBuffer<LevelControl> control_;
  DeviceBuffer<u32> split_vertices_;
  DeviceBuffer<u32> first_chunks_;
  simt::LaunchShape shape_;
  DeviceBuffer<LevelRecord> records_;
  PinnedBuffer<LevelControl> first_control_;
  PinnedBuffer<LevelControl> last_control_;
};

class Persistent final : public CooperativeEngine {
 public:
  Persistent(Workspace& workspace, const GraphArrays& graph, const DeviceBfsOptions& options)
      : CooperativeEngine(workspace, graph, options) {
    graph.with_rows(
        [&]<class Offset>(const Rows<Offset>&) { choose_shape(&search_persistently<Offset>); });
  }

 private:
  void launch(const BfsQuery& query) override {
    const FrontierWalk walk = this->walk(query, options_.tuning.single_block_vertices);
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch_cooperative(queue_.handle(), shape(), &search_persistently<Offset>, rows, walk);
    });
  }
};

/// Of kAuto, small frontiers are walked as by Persistent.
class DirectionOptimizing final : public CooperativeEngine {
 public:
  DirectionOptimizing(Workspace& workspace, const GraphArrays& graph,
                      const DeviceBfsOptions& options)
      : CooperativeEngine(workspace, graph, options) {
    workspace.declare("the unvisited vertices", open_, graph.num_vertices(), graph.context());
    for (auto& words : bits_) {
      workspace.declare("the frontier", words, bitmap_words(graph.num_vertices()), graph.context());
    }
    graph.with_rows(
        [&]<class Offset>(const Rows<Offset>&) { choose_shape(&search_both_ways<Offset>); });
  }

 private:
  void launch(const BfsQuery& query) override {
    const bool may_use_single_block = options_.method == DeviceBfsMethod::kAuto;
    const DirectedSearch search{
        .walk = walk(query, may_use_single_block ? options_.tuning.single_block_vertices : 0),
        .layout = graph_.layout(),
        .bits = {bits_[0].data(), bits_[1].data()},
        .open = open_.data(),
        .num_connected = graph_.num_connected(),
        .num_arcs = static_cast<double>(graph_.num_arcs()),
        .factors = {options_.tuning.forward_factor, options_.tuning.backward_factor},
        .long_row = options_.tuning.long_row,
        .may_go_bottom_up = !graph_.is_directed(),
    };
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch_cooperative(queue_.handle(), shape(), &search_both_ways<Offset>, rows, search);
    });
  }

  DeviceBuffer<u32> open_;
  std::array<DeviceBuffer<u32>, 2> bits_;
};

}  // namespace

std::unique_ptr<DeviceBfsEngine> make_cooperative(Workspace& workspace, const GraphArrays& graph,
                                                  const DeviceBfsOptions& options) {
  if (options.method == DeviceBfsMethod::kPersistent) {
    return std::make_unique<Persistent>(workspace, graph, options);
  }
  return std::make_unique<DirectionOptimizing>(workspace, graph, options);
}

}  // namespace strider::detail::STRIDER_DEVICE

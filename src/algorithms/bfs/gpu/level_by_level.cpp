// A level at a time, led by the host: scan of the frontier's degrees where the mapping needs it,
// expansion, and a look at how many were found.
#include <array>

#include "algorithms/bfs/gpu/edge_mapped.hpp"
#include "algorithms/bfs/gpu/engines.hpp"
#include "algorithms/bfs/gpu/merge_path.hpp"
#include "algorithms/bfs/gpu/tree_on_device.hpp"
#include "algorithms/bfs/gpu/twc.hpp"
#include "algorithms/bfs/gpu/vertex_mapped.hpp"
#include "base/timer.hpp"
#include "gpu/primitives.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// degrees[i] of the frontier's vertex i; 0 after the last, so that the scan ends with the sum.
template <class Offset>
STRIDER_KERNEL look_up_degrees(Rows<Offset> rows, const u32* frontier, u32 size, u32* degrees) {
  for (u32 i = simt::global_id(); i <= size; i += simt::global_size()) {
    degrees[i] = i < size ? degree(rows, frontier[i]) : 0;
  }
}

class LevelByLevel final : public DeviceBfsEngine {
 public:
  LevelByLevel(const GraphArrays& graph, const DeviceBfsOptions& options)
      : graph_(graph), options_(options), queue_(graph.context()), scratch_(graph.context()) {
    const std::size_t n = graph.num_vertices();
    graph.context().require(predict_bytes(), "a breadth-first search");
    tree_.emplace(graph);
    for (auto& vertices : queues_) vertices = DeviceBuffer<u32>(graph.context(), n);
    found_ = DeviceBuffer<u32>(graph.context(), 1);
    seen_ = PinnedBuffer<u64>(graph.context(), 2);
    if (needs_offsets()) {
      degrees_ = DeviceBuffer<u32>(graph.context(), n + 1);
      offsets_ = DeviceBuffer<u64>(graph.context(), n + 1);
      static_cast<void>(scratch_.get(exclusive_sum_bytes(n + 1)));
    }
  }

  void search(Vertex source, DeviceSearchFacts& facts) override {
    facts = {};
    tree_->start(queue_, source, queues_[0].data());
    u32 size = 1;
    for (u32 level = 0; size > 0; ++level) {
      const Timer timer;
      const u32* const frontier = queues_[level % 2].data();
      queue_.fill(found_.data(), 0, found_.size_bytes());
      if (needs_offsets() || tracing()) {
        seen_[1] = 0;
        sum_degrees_of(frontier, size);
      }
      expand(frontier, size, level + 1, {queues_[(level + 1) % 2].data(), found_.data()});
      seen_[0] = 0;
      queue_.copy(&seen_[0], found_.data(), found_.size_bytes());
      queue_.wait();
      facts.num_reached += size;
      facts.num_levels = level + 1;
      if (tracing()) {
        facts.trace.push_back({level, size, edges_, BfsDirection::kTopDown, timer.seconds()});
      }
      size = static_cast<u32>(seen_[0]);
    }
  }

  void download_parents(std::span<Vertex> parents) override {
    tree_->download_parents(queue_, parents);
  }
  void download_levels(std::span<Level> levels) override { tree_->download_levels(queue_, levels); }
  [[nodiscard]] ReachedArcs count_reached_arcs() override {
    return tree_->count_reached_arcs(queue_);
  }
  [[nodiscard]] std::uint64_t bytes() const override { return predict_bytes(); }

 private:
  [[nodiscard]] bool tracing() const { return options_.trace == BfsTrace::kLevels; }
  [[nodiscard]] bool needs_offsets() const {
    return options_.method == DeviceBfsMethod::kEdgeMapped ||
           options_.method == DeviceBfsMethod::kMergePath || tracing();
  }
  [[nodiscard]] std::uint64_t predict_bytes() const {
    const std::uint64_t n = graph_.num_vertices();
    std::uint64_t bytes = TreeOnDevice::predict_bytes(graph_) + 2 * sizeof(u32) * n + sizeof(u32);
    if (needs_offsets()) {
      bytes += (sizeof(u32) + sizeof(u64)) * (n + 1) + exclusive_sum_bytes(n + 1);
    }
    return bytes;
  }

  /// offsets_ of the frontier's edges, edges_ how many they are.
  void sum_degrees_of(const u32* frontier, u32 size) {
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), shape(u64{size} + 1), look_up_degrees<Offset>, rows, frontier,
                   size, degrees_.data());
    });
    exclusive_sum(queue_, scratch_, degrees_.data(), offsets_.data(), std::size_t{size} + 1);
    queue_.copy(&seen_[1], offsets_.data() + size, sizeof(u64));
    queue_.wait();
    edges_ = seen_[1];
  }

  void expand(const u32* frontier, u32 size, u32 level, const VertexQueue& next) {
    const TreeView tree = tree_->view();
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      switch (options_.method) {
        case DeviceBfsMethod::kVertexMapped:
          simt::launch(queue_.handle(), shape(size), expand_by_vertices<Offset>, rows, frontier,
                       size, tree, level, next);
          break;
        case DeviceBfsMethod::kTwc:
          simt::launch(queue_.handle(), shape(size), expand_by_classes<Offset>, rows, frontier,
                       size, DegreeClasses{options_.warp_degree, options_.block_degree}, tree,
                       level, next);
          break;
        case DeviceBfsMethod::kMergePath:
          simt::launch(queue_.handle(), shape((edges_ + size + kMergeSteps - 1) / kMergeSteps),
                       expand_by_merge_path<Offset>, rows, frontier, size, offsets_.data(), tree,
                       level, next);
          break;
        default:
          expand_edges(rows, frontier, size, level, next);
      }
    });
  }

  template <class Offset>
  void expand_edges(const Rows<Offset>& rows, const u32* frontier, u32 size, u32 level,
                    const VertexQueue& next) {
    if (edges_ == 0) return;
    const u32 each = options_.edges_per_thread;
    const auto launch = [&](auto* kernel) {
      simt::launch(queue_.handle(), shape((edges_ + each - 1) / each), kernel, rows, frontier, size,
                   offsets_.data(), tree_->view(), level, next);
    };
    if (each == 1) launch(&expand_by_edges<Offset, 1>);
    if (each == 2) launch(&expand_by_edges<Offset, 2>);
    if (each == 4) launch(&expand_by_edges<Offset, 4>);
    if (each == 8) launch(&expand_by_edges<Offset, 8>);
    if (each == 16) launch(&expand_by_edges<Offset, 16>);
  }

  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(graph_.context(), work, options_.block_threads);
  }

  const GraphArrays& graph_;
  const DeviceBfsOptions options_;
  Queue queue_;
  Scratch scratch_;
  std::optional<TreeOnDevice> tree_;
  std::array<DeviceBuffer<u32>, 2> queues_;
  DeviceBuffer<u32> found_;
  DeviceBuffer<u32> degrees_;
  DeviceBuffer<u64> offsets_;
  PinnedBuffer<u64> seen_;  // found, edges
  u64 edges_ = 0;
};

}  // namespace

std::unique_ptr<DeviceBfsEngine> make_level_by_level(const GraphArrays& graph,
                                                     const DeviceBfsOptions& options) {
  return std::make_unique<LevelByLevel>(graph, options);
}

}  // namespace strider::detail::STRIDER_DEVICE

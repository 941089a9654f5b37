// A level at a time, led by the host: scan of the frontier's degrees where the mapping needs it,
// expansion, and a look at how many were found.
#include "algorithms/bfs/gpu/engine_on_device.hpp"
#include "base/timer.hpp"
#include "gpu/advance_by_edges.hpp"
#include "gpu/primitives.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

[[nodiscard]] bool maps_by_offsets(const DeviceBfsOptions& options) {
  return options.method == DeviceBfsMethod::kEdgeMapped ||
         options.method == DeviceBfsMethod::kMergePath || options.trace == BfsTrace::kLevels;
}
/// Degrees of a frontier, and the end.
[[nodiscard]] std::size_t most_offsets(const GraphArrays& graph, const DeviceBfsOptions& options) {
  return maps_by_offsets(options) ? std::size_t{graph.num_vertices()} + 1 : 0;
}

class LevelByLevel final : public EngineOnDevice {
 public:
  LevelByLevel(Workspace& workspace, const GraphArrays& graph, const DeviceBfsOptions& options)
      : EngineOnDevice(workspace, graph, options),
        scratch_(workspace, graph.context(),
                 maps_by_offsets(options) ? exclusive_sum_bytes(most_offsets(graph, options)) : 0) {
    Context& context = graph.context();
    workspace.declare("the degrees", degrees_, most_offsets(graph, options), context);
    workspace.declare("the sums of degrees", offsets_, most_offsets(graph, options), context);
    workspace.declare("the number found", found_, 1, context);
    workspace.declare("the numbers seen", seen_, 2, context);
    with_mapping(0, [&]<class Mapping>(u64 /*work*/, const Mapping&) {
      graph.with_rows([&]<class Offset>(const Rows<Offset>&) {
        require_block_threads(queue_,
                              &advance_rows<Rows<Offset>, SomeRows, GrowTree, VertexQueue, Mapping>,
                              options.tuning.block_threads);
      });
    });
  }

  void search(const BfsQuery& query, DeviceSearchFacts& facts) override {
    facts = {};
    tree_.start(queue_, query.sources, queues_[0].data());
    auto size = static_cast<u32>(query.sources.size());
    for (u32 level = 0; size > 0; ++level) {
      const Timer timer;
      const u32* const frontier = queues_[level % 2].data();
      facts.ended_at_target = query.target && tree_.has_visited(queue_, *query.target);
      if (maps_by_offsets(options_)) sum_degrees_of(frontier, size);
      seen_[0] = 0;
      if (level < query.depth && !facts.ended_at_target) {
        queue_.fill(found_.data(), 0, found_.size_bytes());
        expand({frontier, size}, {tree_.view(), level + 1},
               {queues_[(level + 1) % 2].data(), found_.data()});
        queue_.copy(&seen_[0], found_.data(), found_.size_bytes());
        queue_.wait();
      }
      facts.num_reached += size;
      facts.num_levels = level + 1;
      if (tracing()) {
        facts.trace.push_back({level, size, edges_, BfsDirection::kTopDown, timer.seconds()});
      }
      size = static_cast<u32>(seen_[0]);
    }
  }

 private:
  /// offsets_ of the frontier's edges, edges_ how many they are.
  void sum_degrees_of(const u32* frontier, u32 size) {
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), shape(u64{size} + 1), look_up_degrees<Rows<Offset>>, rows,
                   frontier, size, degrees_.data());
    });
    exclusive_sum(queue_, scratch_, degrees_.data(), offsets_.data(), std::size_t{size} + 1);
    queue_.copy(&seen_[1], offsets_.data() + size, sizeof(u64));
    queue_.wait();
    edges_ = seen_[1];
  }

  void expand(const SomeRows& frontier, const GrowTree& functor, const VertexQueue& next) {
    with_mapping(frontier.size, [&]<class Mapping>(u64 work, const Mapping& mapping) {
      graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
        simt::launch(queue_.handle(), shape(work),
                     &advance_rows<Rows<Offset>, SomeRows, GrowTree, VertexQueue, Mapping>, rows,
                     frontier, functor, next, mapping);
      });
    });
  }

  /// Calls use(threads, mapping): how the method shares out a frontier, and to how many threads.
  template <class Use>
  void with_mapping(u32 size, const Use& use) const {
    const DeviceBfsTuning& tuning = options_.tuning;
    switch (options_.method) {
      case DeviceBfsMethod::kVertexMapped:
        return use(size, ByThreads());
      case DeviceBfsMethod::kTwc:
        // A warp a vertex: those that get less leave room for those that get more.
        return use(u64{size} * simt::kWarp, ByClasses{tuning.warp_degree, tuning.block_degree});
      case DeviceBfsMethod::kMergePath:
        return use((edges_ + size + ByMergePath::kSteps - 1) / ByMergePath::kSteps,
                   ByMergePath{offsets_.data()});
      default:
        with_edges_per_thread(tuning.edges_per_thread,
                              [&]<u32 kEach>(std::integral_constant<u32, kEach>) {
                                use((edges_ + kEach - 1) / kEach, ByEdges<kEach>{offsets_.data()});
                              });
    }
  }

  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(graph_.context(), work, options_.tuning.block_threads,
                     options_.tuning.blocks_per_multiprocessor == 0
                         ? kBlocksEach
                         : options_.tuning.blocks_per_multiprocessor);
  }

  Scratch scratch_;
  DeviceBuffer<u32> found_;
  DeviceBuffer<u32> degrees_;
  DeviceBuffer<u64> offsets_;
  PinnedBuffer<u64> seen_;  // found, edges
  u64 edges_ = 0;           // of the frontier, where maps_by_offsets
};

}  // namespace

std::unique_ptr<DeviceBfsEngine> make_level_by_level(Workspace& workspace, const GraphArrays& graph,
                                                     const DeviceBfsOptions& options) {
  return std::make_unique<LevelByLevel>(workspace, graph, options);
}

}  // namespace strider::detail::STRIDER_DEVICE

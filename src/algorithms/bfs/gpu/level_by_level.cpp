// A level at a time, led by the host: scan of the frontier's degrees where the mapping needs it,
// expansion, and a look at how many were found.
#include "algorithms/bfs/gpu/baselines.hpp"
#include "algorithms/bfs/gpu/engine_on_device.hpp"
#include "base/timer.hpp"
#include "gpu/advance_by_edges.hpp"
#include "gpu/primitives.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

[[nodiscard]] bool maps_by_offsets(const DeviceBfsOptions& options) {
  using enum DeviceBfsMethod;
  return options.method == kEdgeMapped || options.method == kMergePath ||
         options.method == kScatterCompact || options.trace == BfsTrace::kLevels;
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
    workspace.declare("the threads that find vertices", threads_,
                      scatters() ? graph.num_vertices() : 0, context);
    workspace.declare("the number found", found_, 1, context);
    workspace.declare("the numbers seen", seen_, 2, context);
    for_each_pass({}, 0, {}, [&]<class... P>(u64 /*work*/, const P&... /*pass*/) {
      graph.with_rows([&]<class Offset>(const Rows<Offset>&) {
        require_block_threads(queue_, &advance_rows<Rows<Offset>, P...>,
                              options.tuning.block_threads);
      });
    });
  }

  void search(const BfsQuery& query, DeviceSearchFacts& facts) override {
    facts = {};
    if (scatters()) tree_.forget_parents(queue_);
    if (options_.method == DeviceBfsMethod::kVertexParallel) tree_.forget_levels(queue_);
    tree_.start(queue_, query.sources, queues_[0].data());
    auto size = static_cast<u32>(query.sources.size());
    for (u32 level = 0; size > 0; ++level) {
      const Timer timer;
      const u32* const frontier = queues_[level % 2].data();
      facts.ended_at_target = query.target && has_found(*query.target);
      const bool expands = level < query.depth && !facts.ended_at_target;
      if (maps_by_offsets(options_)) sum_degrees_of(frontier, size);
      seen_[0] = 0;
      if (expands) {
        queue_.fill(found_.data(), 0, found_.size_bytes());
        expand({frontier, size}, level + 1, {queues_[(level + 1) % 2].data(), found_.data()});
        queue_.copy(&seen_[0], found_.data(), found_.size_bytes());
        queue_.wait();
      }
      facts.num_reached += size;
      facts.num_levels = level + 1;
      if (tracing()) {
        facts.trace.push_back(
            {level, size, edges_, BfsDirection::kTopDown, timer.seconds(), expands ? edges_ : 0});
      }
      size = static_cast<u32>(seen_[0]);
    }
    if (scatters()) mark_all_visited();
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

  [[nodiscard]] bool scatters() const {
    return options_.method == DeviceBfsMethod::kScatterCompact;
  }
  [[nodiscard]] bool has_found(Vertex v) {
    return scatters() ? tree_.has_parent(queue_, v) : tree_.has_visited(queue_, v);
  }
  void mark_all_visited() {
    const u32 n = graph_.num_vertices();
    simt::launch(queue_.handle(), shape(n), mark_visited, tree_.view(), n);
  }

  void expand(const SomeRows& frontier, u32 level, const VertexQueue& next) {
    for_each_pass(frontier, level, next, [&]<class... P>(u64 work, const P&... pass) {
      graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
        simt::launch(queue_.handle(), shape(work), &advance_rows<Rows<Offset>, P...>, rows,
                     pass...);
      });
    });
  }

  /// Calls use(threads, rows, functor, output, mapping) for each pass of the method over a frontier
  /// whose neighbours are of `level`.
  template <class Use>
  void for_each_pass(const SomeRows& frontier, u32 level, const VertexQueue& next,
                     const Use& use) const {
    const DeviceBfsTuning& tuning = options_.tuning;
    const TreeView tree = tree_.view();
    const GrowTree grow{tree, level};
    const u32 size = frontier.size;
    const auto share_edges = [&](const auto& pass) {
      with_edges_per_thread(tuning.edges_per_thread,
                            [&]<u32 kEach>(std::integral_constant<u32, kEach>) {
                              pass((edges_ + kEach - 1) / kEach, ByEdges<kEach>{offsets_.data()});
                            });
    };
    switch (options_.method) {
      case DeviceBfsMethod::kVertexMapped:
        return use(size, frontier, grow, next, ByThreads());
      case DeviceBfsMethod::kVertexParallel:
        return use(graph_.num_vertices(), AllRows{graph_.num_vertices()}, GrowFromAll{grow}, next,
                   ByThreads());
      case DeviceBfsMethod::kTwc:
        // A warp a vertex: those that get less leave room for those that get more.
        return use(u64{size} * simt::kWarp, frontier, grow, next,
                   ByClasses{tuning.warp_degree, tuning.block_degree});
      case DeviceBfsMethod::kMergePath:
        return use((edges_ + size + ByMergePath::kSteps - 1) / ByMergePath::kSteps, frontier, grow,
                   next, ByMergePath{offsets_.data()});
      case DeviceBfsMethod::kScatterCompact:
        return share_edges([&](u64 work, const auto& mapping) {
          use(work, frontier, ScatterThreads{tree.parents, threads_.data()}, Nowhere(), mapping);
          use(work, frontier, KeepScattered{tree, threads_.data(), level}, next, mapping);
        });
      default:
        share_edges(
            [&](u64 work, const auto& mapping) { use(work, frontier, grow, next, mapping); });
    }
  }

  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(graph_.context(), work, options_.tuning.block_threads,
                     options_.tuning.blocks_per_multiprocessor == 0
                         ? kBlocksEach
                         : options_.tuning.blocks_per_multiprocessor);
  }

  Scratch scratch_;
  DeviceBuffer<u32> threads_;  // where the method scatters
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

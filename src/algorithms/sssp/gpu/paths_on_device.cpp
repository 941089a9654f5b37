// Shortest paths on a device: the memory that a search takes, and its launches.
//
//   once: scan the weights; delta = what they suggest, or infinite, which makes it Bellman-Ford. If
//         it is finite, copy the arcs, and sort each row by weight (sort_rows.hpp)
//   start_push_pull:   all distances but the source's are infinite
//   search_push_pull:  rounds up to a bound, piles of what lies beyond it (push_pull.hpp)
//   refuse distances that became infinite by adding, where weights are as large as that
//   derive_tree:    parents along tight arcs, at once or when asked for (tree_of_paths.hpp)
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "algorithms/sssp/gpu/engine.hpp"
#include "algorithms/sssp/gpu/path_results.hpp"
#include "algorithms/sssp/gpu/push_pull.hpp"
#include "algorithms/sssp/gpu/sort_rows.hpp"
#include "algorithms/sssp/gpu/tree_of_paths.hpp"
#include "algorithms/sssp/gpu/weight_scan.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "gpu/bitmap_words.hpp"
#include "gpu/near_far_delta.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// How a graph is searched; what is not in the options is chosen by its weights.
struct PathPlan {
  double delta;  ///< by how much the bound is raised: infinitely where nothing is gained by a pile
  bool may_pull = false;
  bool may_overflow = false;

  [[nodiscard]] bool has_bound() const { return std::isfinite(delta); }
};
constexpr PathPlan kWithoutBound{.delta = std::numeric_limits<double>::infinity()};

template <class W>
PathPlan plan_of(Queue& queue, const GraphArrays& graph, const WeightedArcs<W>& arcs,
                 const WeightScan<W>& weights, const DeviceSsspOptions& options) {
  PathPlan plan = kWithoutBound;
  plan.may_overflow = weights.facts.may_overflow;
  const bool is_auto = options.method == DeviceSsspMethod::kAuto && options.delta == 0;
  if (options.method == DeviceSsspMethod::kBellmanFord || (is_auto && weights.all_equal)) {
    return plan;
  }
  plan.delta = options.delta > 0 ? options.delta : 1;
  if (graph.num_arcs() == 0 || weights.facts.mean == 0) return plan;
  const ArcSample<W> sample = sample_of_arcs(queue, arcs, graph.num_arcs());
  plan.may_pull = !graph.is_directed() && expected_share(sample) < 1;
  if (options.delta > 0) return plan;
  plan.delta = near_far_delta(weights.facts.mean, graph.num_vertices(), graph.num_arcs());
  if (!plan.may_pull) return plan;
  // Most arcs belong to settled vertices by the first bound, which also has to get from the source
  // to where paths branch out.
  constexpr double kReaches = 1.5;
  const double reach = expected_reach(sample, weights.facts.max_finite);
  if (weights.facts.mean <= kWidestSpread * reach) plan.delta = kReaches * reach;
  return plan;
}

/// Distances of type D.
template <class W, class D>
class PathsOnDevice final : public DevicePaths<W> {
  using Key = KeyOf<D>;
  using Result = SsspDistance<W>;

 public:
  PathsOnDevice(Workspace& workspace, const GraphArrays& graph, const ValueArray<W>& weights,
                Labels labels, const DeviceSsspOptions& options, const PathPlan& plan)
      : graph_(graph),
        labels_(std::move(labels)),
        options_(options),
        plan_(plan),
        arcs_(weighted_arcs(graph, weights.data())),
        queue_(graph.context()) {
    Context& context = graph.context();
    search_shape_ =
        cooperative_shape(queue_, &search_push_pull<W, D>, graph.num_vertices(),
                          options.tuning.block_threads, options.tuning.blocks_per_multiprocessor);
    tree_shape_ =
        cooperative_shape(queue_, &derive_tree<W, D>, graph.num_vertices(),
                          options.tuning.block_threads, options.tuning.blocks_per_multiprocessor);
    const u64 n = graph.num_vertices();
    // The most rows of a round that all warps share.
    const u64 split_rows = std::min(n, graph.num_arcs() / options.tuning.grid_degree);
    workspace.declare("the distances", distances_, n, context);
    workspace.declare("the rounds", queues_, n, context);
    workspace.declare("the piles", piles_, 2 * n, context);
    workspace.declare("the marks of rounds and piles", bits_,
                      u64{kBitmaps} * bitmap_words(graph.num_vertices()), context);
    workspace.declare("the long rows", split_vertices_, split_rows, context);
    workspace.declare("the chunks of long rows", first_chunks_, split_rows, context);
    if (plan.has_bound()) {
      workspace.declare("the ends of arcs by weight", sorted_targets_, graph.num_arcs(), context);
      workspace.declare("the weights of arcs by weight", sorted_weights_, graph.num_arcs(),
                        context);
      workspace.declare("the arcs that were relaxed", spans_, n, context);
      workspace.when_taken([this] { sort_arcs(); });
    }
    workspace.declare("the state of the search", control_, 1, context);
    workspace.declare("the state of the tree", tree_control_, 1, context);
    workspace.declare("the sums", sums_, 1, context);
  }
  void search(Vertex source) override {
    source_ = source;
    has_parents_ = false;
    const PushPullSearch<W, D> search = view();
    simt::launch(queue_.handle(), plain_shape(), start_push_pull<W, D>, search, source,
                 bitmap_words(graph_.num_vertices()));
    simt::launch_cooperative(queue_.handle(), search_shape_, &search_push_pull<W, D>, search);
    queue_.wait();
    if constexpr (std::is_floating_point_v<W>) {
      if (plan_.may_overflow && !std::isfinite(options_.cutoff) && !found_target())
        refuse_overflow();
    }
    if (options_.parents == DeviceSsspParents::kWhenAsked) return;
    derive_parents();
    queue_.wait();
  }

  void download_distances(std::span<Result> distances) override {
    if constexpr (sizeof(Result) == sizeof(Key)) {
      download_bytes(queue_, distances.data(), distances_.data(), distances.size_bytes());
    } else {
      simt::launch(queue_.handle(), plain_shape(), widen_distances, distances_.data(),
                   queues_.data(), graph_.num_vertices());
      download_bytes(queue_, distances.data(), queues_.data(), distances.size_bytes());
    }
  }

  void download_parents(std::span<Vertex> parents) override {
    if (!has_parents_) derive_parents();
    download_bytes(queue_, parents.data(), piles_.data(), parents.size_bytes());
  }

  [[nodiscard]] ReachedByPaths count_reached() override {
    queue_.fill(sums_.data(), 0, sums_.size_bytes());
    simt::launch(queue_.handle(), plain_shape(), count_reached_kernel(), view(),
                 graph_.num_self_loops() > 0, sums_.data());
    ReachedSums sums{};
    download<ReachedSums>(queue_, {&sums, 1}, sums_);
    return {sums.vertices, sums.arcs, sums.self_loops};
  }

  [[nodiscard]] double delta() const override { return plan_.has_bound() ? plan_.delta : 0; }

 private:
  static constexpr u32 kBitmaps = 3;

  /// The member function has the kernel's name.
  static auto count_reached_kernel() { return &STRIDER_DEVICE::count_reached<W, D>; }

  void sort_arcs() {
    queue_.copy(sorted_targets_.data(), arcs_.targets, sorted_targets_.size_bytes());
    queue_.copy(sorted_weights_.data(), arcs_.weights, sorted_weights_.size_bytes());
    const MovableArcs<W> arcs{arcs_, sorted_targets_.data(), sorted_weights_.data()};
    const u64 warps = u64{graph_.num_vertices()} * simt::kWarp;
    constexpr u32 kThreads = 128;
    simt::launch(queue_.handle(), shape_for(graph_.context(), warps, kThreads), sort_short_rows<W>,
                 arcs);
    if (graph_.max_degree() > kSortedByWarp) {
      constexpr u32 kMoreThreads = 1024;
      const u32 threads =
          std::min(kMoreThreads, simt::max_block_threads(queue_.handle(), &sort_long_rows<W>));
      simt::launch(queue_.handle(), shape_for(graph_.context(), warps, threads, 2),
                   sort_long_rows<W>, arcs);
    }
    queue_.wait();
  }

  /// Into the first of the piles' lists, where they stay until the next search.
  void derive_parents() {
    constexpr std::uint8_t kAllOnes = 0xFF;
    u32* const list = piles_.data();
    queue_.fill(queues_.data(), kAllOnes, queues_.size_bytes());
    queue_.fill(list, kAllOnes, sizeof(u32) * u64{graph_.num_vertices()});
    queue_.fill(tree_control_.data(), 0, tree_control_.size_bytes());
    const TreeOfPaths<W, D> tree{.arcs = arcs_,
                                 .distances = distances_.data(),
                                 .best = queues_.data(),
                                 .lists = {list, list + graph_.num_vertices()},
                                 .control = tree_control_.data(),
                                 .split = {split_vertices_.data(), first_chunks_.data()},
                                 .classes = classes(),
                                 .source = source_};
    simt::launch_cooperative(queue_.handle(), tree_shape_, &derive_tree<W, D>, tree);
    has_parents_ = true;
  }

  [[nodiscard]] RowClasses classes() const {
    return {options_.tuning.warp_degree, options_.tuning.grid_degree};
  }
  [[nodiscard]] PushPullSearch<W, D> view() const {
    const u64 n = graph_.num_vertices();
    const u64 words = bitmap_words(graph_.num_vertices());
    u32* const queues = reinterpret_cast<u32*>(queues_.data());
    // An infinite sum is no distance: the largest that is one stands just below.
    const Key farthest = std::bit_cast<Key>(largest_up_to<D>(options_.cutoff));
    WeightedArcs<W> arcs = arcs_;
    if (plan_.has_bound()) {
      arcs.targets = sorted_targets_.data();
      arcs.weights = sorted_weights_.data();
    }
    return {
        .arcs = arcs,
        .num_arcs = graph_.num_arcs(),
        .distances = distances_.data(),
        .queues = {queues, queues + n},
        .queued = {bits_.data(), bits_.data() + words},
        .piles = {piles_.data(), piles_.data() + n},
        .settled = bits_.data() + 2 * words,
        .spans = spans_.data(),
        .control = control_.data(),
        .split = {split_vertices_.data(), first_chunks_.data()},
        .classes = classes(),
        .max_degree = graph_.max_degree(),
        .single_block = {options_.tuning.single_block_vertices, options_.tuning.single_block_edges},
        .may_pull = plan_.may_pull,
        .delta = key_of(largest_up_to<D>(plan_.delta)),
        .cutoff = std::min<Key>(farthest, kUnreachedKey<D> - 1),
        .target = options_.target.value_or(kNoVertex)};
  }
  /// Of kernels that look at every vertex: small graphs get one small block.
  [[nodiscard]] simt::LaunchShape plain_shape() const {
    constexpr u32 kMostThreads = 256;
    const u32 n = graph_.num_vertices();
    const u32 threads =
        n < kMostThreads ? (n + simt::kWarp - 1) / simt::kWarp * simt::kWarp : kMostThreads;
    return shape_for(graph_.context(), n, threads);
  }

  [[nodiscard]] bool found_target() {
    if (!options_.target) return false;
    Key key{};
    download_bytes(queue_, &key, distances_.data() + *options_.target, sizeof key);
    return key != kUnreachedKey<D>;
  }
  /// A vertex past which all lengths are infinite must not pass for one without a path.
  void refuse_overflow() {
    constexpr std::uint8_t kAllOnes = 0xFF;
    u32* const place = piles_.data();
    u32 first = kNoVertex;
    queue_.fill(place, kAllOnes, sizeof first);
    simt::launch(queue_.handle(), plain_shape(), find_overflow<W, D>, view(), place);
    download_bytes(queue_, &first, place, sizeof first);
    if (first != kNoVertex) refuse_distance(labels_, first);
  }

  const GraphArrays& graph_;
  const Labels labels_;
  const DeviceSsspOptions options_;
  const PathPlan plan_;
  const WeightedArcs<W> arcs_;
  Queue queue_;
  simt::LaunchShape search_shape_;
  simt::LaunchShape tree_shape_;
  Vertex source_ = 0;
  bool has_parents_ = false;  // those of the last search
  DeviceBuffer<Key> distances_;
  // Two lists of a number a vertex each in either: when a search is over, what is made of its
  // distances is made there.
  DeviceBuffer<u64> queues_;
  DeviceBuffer<u32> piles_;
  DeviceBuffer<u32> bits_;
  DeviceBuffer<u32> split_vertices_;
  DeviceBuffer<u32> first_chunks_;
  // Those of each row by weight, and how far they were relaxed; empty where there is no bound.
  DeviceBuffer<u32> sorted_targets_;
  DeviceBuffer<W> sorted_weights_;
  DeviceBuffer<ArcSpan> spans_;
  DeviceBuffer<PushPullControl<Key>> control_;
  DeviceBuffer<TreeControl> tree_control_;
  DeviceBuffer<ReachedSums> sums_;
};

}  // namespace

template <class W>
std::unique_ptr<DevicePaths<W>> make_device_paths(const DeviceObject& arrays,
                                                  const DeviceObject& weights, const Labels& labels,
                                                  const DeviceSsspOptions& options) {
  const auto& graph = static_cast<const GraphArrays&>(arrays);
  const auto& array = static_cast<const ValueArray<W>&>(weights);
  using Narrowest = std::conditional_t<std::is_same_v<W, u32>, u32, SsspDistance<W>>;
  {
    // A look at the weights needs less than the search, mostly. So what no search can do without is
    // asked for first: lengths as narrow as they can be, and no bound, for which rows are copied.
    Workspace least;
    const PathsOnDevice<W, Narrowest> paths(least, graph, array, labels, options, kWithoutBound);
    least.require("shortest paths", graph.context());
  }
  Queue queue(graph.context());
  const WeightedArcs<W> arcs = weighted_arcs(graph, array.data());
  const WeightScan<W> scan = scan_weights(queue, arcs, graph.num_arcs(), labels);
  const PathPlan plan = plan_of(queue, graph, arcs, scan, options);
  const auto make_by = [&]<class D>(const PathPlan& chosen) -> std::unique_ptr<DevicePaths<W>> {
    Workspace workspace;
    auto paths =
        std::make_unique<PathsOnDevice<W, D>>(workspace, graph, array, labels, options, chosen);
    workspace.take("shortest paths", graph.context());
    return paths;
  };
  const auto make = [&]<class D>() {
    if (options.method == DeviceSsspMethod::kAuto && plan.has_bound()) {
      try {
        return make_by.template operator()<D>(plan);
      } catch (const MemoryError&) {
        // Without a bound rows are not copied, and the search may fit.
      }
      return make_by.template operator()<D>(kWithoutBound);
    }
    return make_by.template operator()<D>(plan);
  };
  if (!scan.facts.fit_32_bits(graph.num_vertices())) {
    return make.template operator()<SsspDistance<W>>();
  }
  return make.template operator()<Narrowest>();
}

template std::unique_ptr<DevicePaths<float>> make_device_paths(const DeviceObject&,
                                                               const DeviceObject&, const Labels&,
                                                               const DeviceSsspOptions&);
template std::unique_ptr<DevicePaths<double>> make_device_paths(const DeviceObject&,
                                                                const DeviceObject&, const Labels&,
                                                                const DeviceSsspOptions&);
template std::unique_ptr<DevicePaths<u32>> make_device_paths(const DeviceObject&,
                                                             const DeviceObject&, const Labels&,
                                                             const DeviceSsspOptions&);

}  // namespace strider::detail::STRIDER_DEVICE

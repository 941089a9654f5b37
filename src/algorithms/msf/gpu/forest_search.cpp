// Spanning forests on a device: light edges first where there are many, then those that are left
// between fragments. The host puts all of it into the queue, and waits for the end only.
#include <algorithm>

#include "algorithms/msf/gpu/collect_edges.hpp"
#include "algorithms/msf/gpu/collect_light_edges.hpp"
#include "algorithms/msf/gpu/engine.hpp"
#include "algorithms/msf/gpu/hook_fragments.hpp"
#include "algorithms/msf/gpu/start_rounds.hpp"
#include "algorithms/msf/gpu/write_forest.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/primitives.hpp"
#include "gpu/value_array.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

// Below as many edges for each light one wanted, all are light: looking twice does not pay.
constexpr double kMinFilterRatio = 3;
constexpr u32 kSample = 1U << 12U;
// One more thread pays off for each so many edges or vertices.
constexpr u64 kWorkOfThread = 16;
constexpr u64 kArcsOfWord = 32;
// Of kernels that collect edges: blocks on a multiprocessor, which holds 4 to 8 of them at a time,
// so that most have others to come after them; more would put away more often the few finds that
// are left to each warp at its end. And threads of a block, which stage what they find in its
// memory.
constexpr u32 kBlocksThatCollect = 24;
constexpr u32 kMostThreadsThatCollect = 256;

/// By fragment.
template <class Edges>
class FirstsMemory;
template <>
class FirstsMemory<PackedEdges> {
 public:
  FirstsMemory(Workspace& workspace, Context& context, u32 n) {
    workspace.declare("the candidates", words_, n, context);
  }
  [[nodiscard]] PackedEdges::Firsts view() const { return {words_.data()}; }

 private:
  DeviceBuffer<u64> words_;
};
template <class Key>
class FirstsMemory<SplitEdges<Key>> {
 public:
  FirstsMemory(Workspace& workspace, Context& context, u32 n) {
    workspace.declare("the weights of candidates", keys_, n, context);
    workspace.declare("the candidates", names_, n, context);
  }
  [[nodiscard]] typename SplitEdges<Key>::Firsts view() const {
    return {keys_.data(), names_.data()};
  }

 private:
  DeviceBuffer<Key> keys_;
  DeviceBuffer<u64> names_;
};

/// How much of everything a graph makes.
struct Sizes {
  explicit Sizes(const GraphArrays& graph)
      : vertices(graph.num_vertices()),
        edges((graph.num_arcs() - graph.num_self_loops()) / 2),
        words((graph.num_arcs() + kArcsOfWord - 1) / kArcsOfWord),
        tiles(static_cast<u32>((graph.num_arcs() + kTileArcs - 1) / kTileArcs)) {}
  u32 vertices;
  u64 edges;  ///< besides self-loops
  u64 words;  ///< of taken bits
  u32 tiles;
};

template <class W, class Edges>
class ForestSearch final : public DeviceMsfEngine<W> {
 public:
  using Key = WeightKey<W>;
  using Edge = typename Edges::Edge;
  // The forest is written where edges were.
  static_assert(sizeof(MsfEdge<W>) <= sizeof(Edge) && alignof(MsfEdge<W>) <= alignof(Edge));

  ForestSearch(Workspace& workspace, const GraphArrays& graph, const ValueArray<W>& weights,
               const DeviceMsfSettings& settings)
      : graph_(graph),
        weights_(weights),
        options_(settings.options),
        first_name_(settings.first_name),
        order_(settings.options.objective),
        queue_(graph.context()),
        shape_(choose_shape()),
        sizes_(graph),
        firsts_(workspace, context(), sizes_.vertices),
        scratch_(workspace, context(), exclusive_sum_bytes(sizes_.tiles + 1)) {
    workspace.declare("the parents", parents_, sizes_.vertices, context());
    for (auto& roots : roots_) workspace.declare("the roots", roots, sizes_.vertices, context());
    workspace.declare("the edges", edges_, sizes_.edges, context());
    workspace.declare("the rows of tiles", row_of_tile_, sizes_.tiles + 1, context());
    workspace.declare("the marks of the forest", taken_, sizes_.words, context());
    workspace.declare("the sums of marks", forest_sizes_, sizes_.tiles + 1, context());
    workspace.declare("the sums of marks", forest_places_, sizes_.tiles + 1, context());
    workspace.declare("the state of the search", control_, 1, context());
    workspace.declare("a sample of the edges", sample_, kSample, context());
    workspace.declare("a sample of the edges", host_sample_, kSample, context());
    workspace.declare("the state of the search", host_control_, 1, context());
    workspace.declare("the number of edges", host_total_, 1, context());
    workspace.when_taken([this] {
      find_rows();
      limit_ = choose_limit();
    });
  }

  DeviceForestFacts find() override {
    const HookView<Edges> view = this->view();
    queue_.fill(taken_.data(), 0, taken_.size_bytes());
    simt::launch(queue_.handle(), shape_, &make_singletons<Edges>, view);
    choose_anchor(view);
    if (limit_.name != kAllLight.name) {
      with_graph([&]<class Offset>(const KeyedArcs<Offset, W>& graph) {
        simt::launch(queue_.handle(), collecting_shape(sizeof(Offset) * kArcsAside),
                     &collect_light_edges<Offset, W, Edges>, graph, limit_, view);
      });
      simt::launch_cooperative(queue_.handle(), shape_, &hook_fragments<Edges>, view);
      simt::launch(queue_.handle(), shape_, &shortcut_all<Edges>, view);
      choose_anchor(view);
    }
    with_graph([&]<class Offset>(const KeyedArcs<Offset, W>& graph) {
      simt::launch(queue_.handle(), collecting_shape(0), &collect_edges<Offset, W, Edges>, graph,
                   view);
    });
    simt::launch_cooperative(queue_.handle(), shape_, &hook_fragments<Edges>, view);
    write();
    queue_.copy(&host_control_[0], control_.data(), sizeof(HookControl));
    queue_.copy(&host_total_[0], forest_places_.data() + sizes_.tiles, sizeof(u64));
    queue_.wait();
    DeviceForestFacts facts;
    facts.num_edges = host_total_[0];
    if (host_control_[0].found_nan != 0) {
      facts.nan.emplace(host_control_[0].nan_u, host_control_[0].nan_v);
    }
    return facts;
  }

  void download(std::span<MsfEdge<W>> edges) override {
    download_bytes(queue_, edges.data(), edges_.data(), edges.size_bytes());
  }

 private:
  static constexpr LightLimit<Key> kAllLight{static_cast<Key>(~Key{0}), ~u64{0}};

  [[nodiscard]] Context& context() const { return graph_.context(); }

  [[nodiscard]] simt::LaunchShape choose_shape() const {
    const u64 work = std::max<u64>(graph_.num_arcs(), graph_.num_vertices()) / kWorkOfThread;
    return cooperative_shape(queue_, &hook_fragments<Edges>, work, options_.tuning.block_threads,
                             options_.tuning.blocks_per_multiprocessor);
  }

  void choose_anchor(const HookView<Edges>& view) {
    if (graph_.num_arcs() == 0) return;
    with_graph([&]<class Offset>(const KeyedArcs<Offset, W>& graph) {
      simt::launch(queue_.handle(), {.grid = 1, .block = kAnchorSample},
                   &strider::detail::STRIDER_DEVICE::choose_anchor<Offset, Edges>, graph.tiles,
                   view);
    });
  }

  /// `more_bytes`: what a warp puts aside besides the edges that it has found.
  [[nodiscard]] simt::LaunchShape collecting_shape(u32 more_bytes) const {
    constexpr u64 kArcsOfThread = 4;
    const u64 work = std::max<u64>(graph_.num_arcs() / kArcsOfThread, graph_.num_vertices());
    auto shape =
        shape_for(context(), work, std::min(options_.tuning.block_threads, kMostThreadsThatCollect),
                  kBlocksThatCollect);
    const u32 bytes_of_warp = kStagedEdges * static_cast<u32>(sizeof(Edge)) + more_bytes;
    shape.shared_bytes = shape.block / simt::kWarp * bytes_of_warp;
    return shape;
  }

  void find_rows() {
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), shape_, &find_rows_of_tiles<Offset>, rows, sizes_.tiles,
                   row_of_tile_.data());
    });
  }

  /// Calls body(KeyedArcs<u32, W>) or body(KeyedArcs<u64, W>).
  template <class Body>
  void with_graph(const Body& body) const {
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      body(
          KeyedArcs<Offset, W>{{rows, sizes_.tiles, row_of_tile_.data()}, weights_.data(), order_});
    });
  }

  [[nodiscard]] HookView<Edges> view() const {
    return {.num_vertices = sizes_.vertices,
            .parents = parents_.data(),
            .firsts = firsts_.view(),
            .roots = {roots_[0].data(), roots_[1].data()},
            .edges = edges_.data(),
            .taken = taken_.data(),
            .first_name = first_name_,
            .control = control_.data(),
            .anchor = 0};
  }

  /// From a sample: so that about as many edges are light as are wanted.
  [[nodiscard]] LightLimit<Key> choose_limit() {
    if (options_.method == DeviceMsfMethod::kBoruvka) return kAllLight;
    const double wanted = options_.tuning.light_per_vertex * graph_.num_connected();
    if (static_cast<double>(sizes_.edges) <= kMinFilterRatio * wanted) return kAllLight;
    const u32 size = static_cast<u32>(std::min<u64>(kSample, graph_.num_arcs()));
    with_graph([&]<class Offset>(const KeyedArcs<Offset, W>& graph) {
      simt::launch(queue_.handle(), shape_for(context(), size, options_.tuning.block_threads),
                   &sample_edges<Offset, W>, graph, first_name_, sample_.data(), size);
    });
    queue_.copy(&host_sample_[0], sample_.data(), size * sizeof(SampledEdge<Key>));
    queue_.wait();
    const auto begin = host_sample_.span().begin();
    const auto end = std::remove_if(begin, begin + size, [](const SampledEdge<Key>& edge) {
      return edge.name == SampledEdge<Key>::kNoName;
    });
    const auto share = wanted / static_cast<double>(sizes_.edges);
    const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(end - begin));
    if (place >= end - begin) return kAllLight;  // no edges among the sample
    std::nth_element(begin, begin + place, end, [](const auto& a, const auto& b) {
      return a.key != b.key ? a.key < b.key : a.name < b.name;
    });
    return {begin[place].key, begin[place].name};
  }

  /// The forest that is marked, where the edges were.
  void write() {
    const auto shape =
        shape_for(context(), (sizes_.tiles + 1ULL) * simt::kWarp, options_.tuning.block_threads);
    simt::launch(queue_.handle(), shape, &count_taken, taken_.data(), sizes_.words, sizes_.tiles,
                 forest_sizes_.data());
    exclusive_sum(queue_, scratch_, forest_sizes_.data(), forest_places_.data(), sizes_.tiles + 1);
    with_graph([&]<class Offset>(const KeyedArcs<Offset, W>& graph) {
      simt::launch(queue_.handle(), shape, &write_forest<Offset, W>, graph, taken_.data(),
                   sizes_.words, forest_places_.data(),
                   reinterpret_cast<MsfEdge<W>*>(edges_.data()));
    });
  }

  const GraphArrays& graph_;
  const ValueArray<W>& weights_;
  DeviceMsfOptions options_;
  u64 first_name_;
  WeightOrder<W> order_;
  Queue queue_;
  simt::LaunchShape shape_;  // of cooperative kernels
  Sizes sizes_;
  LightLimit<Key> limit_ = kAllLight;  // of a graph and its weights: found once
  DeviceBuffer<u32> parents_;
  FirstsMemory<Edges> firsts_;
  DeviceBuffer<u32> roots_[2];
  DeviceBuffer<Edge> edges_;
  DeviceBuffer<u32> row_of_tile_;
  DeviceBuffer<u32> taken_;
  DeviceBuffer<u32> forest_sizes_;
  DeviceBuffer<u64> forest_places_;
  Scratch scratch_;
  DeviceBuffer<HookControl> control_;
  DeviceBuffer<SampledEdge<Key>> sample_;
  PinnedBuffer<SampledEdge<Key>> host_sample_;
  PinnedBuffer<HookControl> host_control_;
  PinnedBuffer<u64> host_total_;
};

}  // namespace

template <class W>
std::unique_ptr<DeviceMsfEngine<W>> make_device_msf(const DeviceObject& arrays,
                                                    const DeviceObject& weights,
                                                    const DeviceMsfSettings& settings) {
  const auto& graph = static_cast<const GraphArrays&>(arrays);
  const auto& weight_array = static_cast<const ValueArray<W>&>(weights);
  Workspace workspace;
  const auto make = [&]<class Edges>() -> std::unique_ptr<DeviceMsfEngine<W>> {
    auto search =
        std::make_unique<ForestSearch<W, Edges>>(workspace, graph, weight_array, settings);
    workspace.take("a spanning forest", HostMemory(), graph.context());
    return search;
  };
  if constexpr (sizeof(W) == sizeof(u32)) {
    if (settings.options.words != DeviceMsfWords::kSplit && graph.has_small_offsets()) {
      return make.template operator()<PackedEdges>();
    }
  }
  return make.template operator()<SplitEdges<WeightKey<W>>>();
}
template std::unique_ptr<DeviceMsfEngine<float>> make_device_msf(const DeviceObject&,
                                                                 const DeviceObject&,
                                                                 const DeviceMsfSettings&);
template std::unique_ptr<DeviceMsfEngine<double>> make_device_msf(const DeviceObject&,
                                                                  const DeviceObject&,
                                                                  const DeviceMsfSettings&);
template std::unique_ptr<DeviceMsfEngine<u32>> make_device_msf(const DeviceObject&,
                                                               const DeviceObject&,
                                                               const DeviceMsfSettings&);

}  // namespace strider::detail::STRIDER_DEVICE

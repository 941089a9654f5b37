// Components on a device, compiled once for each kind of device.
#include <memory>
#include <utility>

#include "algorithms/components/afforest.hpp"
#include "base/random.hpp"
#include "gpu/advance.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/union_find.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kThreads = 256;

/// Unites the ends of arcs.
struct Link {
  DeviceDisjointSets sets;
  u32 giant;

  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool cond(u32 u) const {
    return simt::load(&sets.parents[u]) != giant;
  }
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 u, u32 v) const { return sets.unite(u, v); }
};

template <class Offset>
STRIDER_KERNEL hook_first(Rows<Offset> rows, u32 num_vertices, OtherNeighbor which, u32* parents,
                          u32* others) {
  for (u32 v = simt::global_id(); v < num_vertices; v += simt::global_size()) {
    u32 parent = v;
    if (v < rows.num_vertices) {
      const u64 first = simt::load_constant(&rows.offsets[v]);
      const u64 degree = simt::load_constant(&rows.offsets[v + 1]) - first;
      const u32 head = degree == 0 ? v : simt::load_constant(&rows.targets[first]);
      const u64 other = which == OtherNeighbor::kLast ? degree - 1 : 1;
      others[v] = degree < 2 ? head : simt::load_constant(&rows.targets[first + other]);
      if (head < v) parent = head;
    }
    parents[v] = parent;
  }
}
STRIDER_KERNEL sample_roots(const u32* parents, u32 num_rows, u32* roots, u32 size) {
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    roots[i] = parents[mix64(i) % num_rows];
  }
}

class DeviceForest final : public Forest {
 public:
  /// Of a graph that is on the device.
  DeviceForest(Workspace& workspace, const GraphArrays& graph)
      : queue_(graph.context()), rows_(graph.rows()), num_vertices_(graph.num_vertices()) {
    declare(workspace, num_vertices_);
  }
  DeviceForest(Workspace& workspace, Context& context, const ComponentRows& rows)
      : queue_(context),
        own_rows_(workspace, queue_, {rows.rows.offsets().span(), rows.rows.targets().span()}),
        rows_(own_rows_),
        num_vertices_(rows.num_vertices),
        other_(rows.other) {
    declare(workspace, rows.rows.num_vertices());
  }
  void hook() override {
    rows_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), shape(num_vertices_), &hook_first<Offset>, rows, num_vertices_,
                   other_, parents_.data(), others_.data());
    });
  }
  void link_others() override {
    simt::launch(queue_.handle(), shape(num_rows_), &map_one_arc_each<Link>, others_.data(),
                 num_rows_, link(kNoVertex));
  }
  void link_outside(Vertex giant) override {
    rows_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), shape(num_rows_),
                   &advance_rows<Rows<Offset>, AllRows, Link, Nowhere, ByWarps>, rows,
                   AllRows{num_rows_}, link(giant), Nowhere{}, ByWarps{});
    });
  }
  void compress() override {
    simt::launch(queue_.handle(), shape(num_vertices_), &detail::STRIDER_DEVICE::compress,
                 DeviceDisjointSets{parents_.data()}, num_vertices_);
  }
  void sample(std::span<Vertex> roots) override {
    simt::launch(queue_.handle(), shape(roots.size()), &sample_roots, parents_.data(), num_rows_,
                 sample_.data(), static_cast<u32>(roots.size()));
    download(queue_, roots, sample_);
  }
  std::span<Vertex> parents() override {
    download(queue_, host_parents_.span(), parents_);
    return host_parents_.span();
  }
  void put_parents() override { upload<u32>(queue_, parents_, host_parents_.span()); }
  Array<Vertex> take_roots() override {
    static_cast<void>(parents());
    return std::move(host_parents_);
  }

 private:
  void declare(Workspace& workspace, u32 num_rows) {
    num_rows_ = num_rows;
    Context& context = queue_.context();
    workspace.declare("the trees", parents_, num_vertices_, context);
    workspace.declare("the neighbours", others_, num_rows, context);
    workspace.declare("the sample", sample_, kSampledRoots, context);
    workspace.declare("the trees", host_parents_, num_vertices_);
  }
  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(queue_.context(), work, kThreads);
  }
  [[nodiscard]] Link link(Vertex giant) const { return {{parents_.data()}, giant}; }

  Queue queue_;
  MatrixArrays own_rows_;
  const MatrixArrays& rows_;
  u32 num_rows_ = 0;
  u32 num_vertices_;
  OtherNeighbor other_ = OtherNeighbor::kSecond;
  DeviceBuffer<u32> parents_;
  DeviceBuffer<u32> others_;
  DeviceBuffer<u32> sample_;
  Array<Vertex> host_parents_;
};

}  // namespace

std::unique_ptr<Forest> make_forest(const DeviceObject& graph) {
  const auto& arrays = static_cast<const GraphArrays&>(graph);
  Workspace workspace;
  auto forest = std::make_unique<DeviceForest>(workspace, arrays);
  workspace.take("components", HostMemory(), arrays.context());
  return forest;
}
std::unique_ptr<Forest> make_forest(Workspace& workspace, const Device& device,
                                    const ComponentRows& rows) {
  auto& context = static_cast<Context&>(*device.state().context);
  return std::make_unique<DeviceForest>(workspace, context, rows);
}

}  // namespace strider::detail::STRIDER_DEVICE

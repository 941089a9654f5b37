// Label propagation on a device, compiled once for each kind of device: as
// host/label_propagation.cpp, but that all arcs are looked at in every iteration, and labels
// counted in the memory of the device:
//
//   for all arcs from u to v: count label(v) in the table of u
//     best(u) = the greatest of best(u) and this count, and of equal counts that of the least label
//   for all u: label(u) = that of best(u)
//
// A table is a hash table with two slots for each arc of its row, so that an arc takes a few
// atomics whatever the degree. All tables together take 16 bytes an arc, written anew in each
// iteration: sorting the labels of every row would take half of that, but log(degree) passes. Who
// is the last to count a label sees its whole count, and all earlier counts are less: so the
// greatest of all counts seen is the same in whatever order threads count.
#include <utility>

#include "algorithms/label_propagation/gpu/propagation.hpp"
#include "base/stop.hpp"
#include "gpu/advance.hpp"
#include "gpu/block_sum.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/row_tables.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kThreads = 256;
constexpr u32 kNoLabel = ~u32{0};

/// A label and its count as one number, greater for a greater count, then for a lesser label. None
/// is 0.
STRIDER_DEVICE_FUNCTION u64 ranked(u32 count, u32 label) {
  return u64{count} << 32U | (kNoLabel - label);
}
STRIDER_DEVICE_FUNCTION u32 label_of(u64 ranked) {
  return kNoLabel - static_cast<u32>(ranked);
}

/// Counts the label of an arc's far end in the table of the near one.
template <class Offset>
struct CountLabel {
  RowTables<Offset> tables;  ///< of labels
  const u32* labels;
  u32* counts;  ///< by slot
  u64* best;    ///< by vertex

  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 u, u32 v) const {
    const u32 label = simt::load_constant(&labels[v]);
    const u32 count = simt::atomic_add(&counts[tables.add(u, label).slot], 1) + 1;
    const u64 mine = ranked(count, label);
    if (simt::load(&best[u]) < mine) simt::atomic_max(&best[u], mine);
    return false;
  }
};

STRIDER_KERNEL start_labels(u32 size, u32* labels, u64* best) {
  for (u32 v = simt::global_id(); v < size; v += simt::global_size()) {
    labels[v] = v;
    best[v] = 0;
  }
}
/// Counts the labels that change. A vertex without arcs keeps its own.
STRIDER_KERNEL take_best(u32 size, u32* labels, u64* best, u32* changes) {
  u32 mine = 0;
  for (u32 v = simt::global_id(); v < size; v += simt::global_size()) {
    if (best[v] == 0) continue;
    const u32 label = label_of(best[v]);
    mine += label != labels[v] ? 1 : 0;
    labels[v] = label;
    best[v] = 0;
  }
  add_from_block(changes, mine);
}

class Propagation {
 public:
  Propagation(Workspace& workspace, const GraphArrays& graph)
      : graph_(graph), queue_(graph.context()) {
    Context& context = graph.context();
    workspace.declare("the labels", labels_, graph.num_vertices(), context);
    workspace.declare("the most frequent labels", best_, graph.num_vertices(), context);
    workspace.declare("the tables of labels", slots_, 2 * graph.num_arcs(), context);
    workspace.declare("the counts of labels", counts_, 2 * graph.num_arcs(), context);
    workspace.declare("the number of changes", changes_, 1, context);
    workspace.declare("the number of changes", seen_, 1, context);
  }

  void start() {
    if (graph_.num_vertices() == 0) return;
    simt::launch(queue_.handle(), shape(), &start_labels, graph_.num_vertices(), labels_.data(),
                 best_.data());
  }
  /// Returns how many labels changed. Precondition: there are arcs.
  u32 iterate() {
    queue_.fill(slots_.data(), 0xFF, slots_.size_bytes());
    queue_.fill(counts_.data(), 0, counts_.size_bytes());
    queue_.fill(changes_.data(), 0, changes_.size_bytes());
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      constexpr ByClasses kMapping{.warp_degree = simt::kWarp, .block_degree = 4 * kThreads};
      simt::launch(queue_.handle(), shape(),
                   &advance_rows<Rows<Offset>, AllRows, CountLabel<Offset>, Nowhere, ByClasses>,
                   rows, AllRows{graph_.num_vertices()},
                   CountLabel<Offset>{
                       {rows.offsets, slots_.data()}, labels_.data(), counts_.data(), best_.data()},
                   Nowhere{}, kMapping);
    });
    simt::launch(queue_.handle(), shape(), &take_best, graph_.num_vertices(), labels_.data(),
                 best_.data(), changes_.data());
    queue_.copy(seen_.data(), changes_.data(), changes_.size_bytes());
    queue_.wait();
    return seen_[0];
  }
  [[nodiscard]] Array<Vertex> labels() {
    Array<Vertex> labels(graph_.num_vertices());
    download(queue_, labels.span(), labels_);
    return labels;
  }

 private:
  [[nodiscard]] simt::LaunchShape shape() const {
    return shape_for(queue_.context(), graph_.num_vertices(), kThreads);
  }

  const GraphArrays& graph_;
  Queue queue_;
  DeviceBuffer<u32> labels_;
  DeviceBuffer<u64> best_;
  DeviceBuffer<u32> slots_;
  DeviceBuffer<u32> counts_;
  DeviceBuffer<u32> changes_;
  PinnedBuffer<u32> seen_;
};

}  // namespace

LabelPropagationResult propagate(const DeviceObject& graph, std::uint32_t iterations) {
  const auto& arrays = static_cast<const GraphArrays&>(graph);
  Workspace workspace;
  Propagation propagation(workspace, arrays);
  workspace.take("label propagation", HostMemory(), arrays.context());
  propagation.start();
  LabelPropagationResult result;
  for (u32 changes = 1; changes > 0 && result.iterations < iterations;) {
    throw_if_stopped();
    ++result.iterations;
    changes = arrays.num_arcs() == 0 ? 0 : propagation.iterate();
  }
  result.labels = propagation.labels();
  return result;
}

}  // namespace strider::detail::STRIDER_DEVICE

#include "algorithms/bc/gpu/problem_on_device.hpp"

#include <cstddef>
#include <cstring>
#include <string_view>

#include "gpu/launch_shape.hpp"
#include "gpu/value_array.hpp"
#include "strider/prepare.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kBlockThreads = 256;
/// Blocks of it that a multiprocessor holds at the same time.
constexpr u32 kBlocksAtOnce = 8;

/// keys[k] = the vertex whose row arc k is of: a warp a row, of 32 rows in turn.
template <class Offset>
STRIDER_KERNEL list_keys(Rows<Offset> rows, u32* keys) {
  for (u32 base = simt::kWarp * warp_of_grid(); base < rows.num_vertices;
       base += simt::global_size()) {
    for (u32 v = base; v < rows.num_vertices && v < base + simt::kWarp; ++v) {
      const Row row = row_of(rows, true, v);
      for (u64 arc = row.begin + simt::lane_id(); arc < row.end; arc += simt::kWarp) keys[arc] = v;
    }
  }
}

void put_keys(const GraphArrays& arrays, Queue& queue, const DeviceBuffer<u32>& keys) {
  arrays.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
    simt::launch(queue.handle(),
                 shape_for(arrays.context(), rows.num_vertices, kBlockThreads, kBlocksAtOnce),
                 list_keys<Offset>, rows, keys.data());
  });
}

}  // namespace

ProblemArrays::ProblemArrays(Workspace& workspace, Context& context, const BcSizes& sizes,
                             SourceWalk walk, bool puts_graph) {
  const std::uint64_t rows = device_adjacency_bytes(sizes.vertices, sizes.arcs);
  if (puts_graph) workspace.count("the graph", rows, MemoryPlace::kDevice);
  if (sizes.directed) workspace.count("the transpose", rows, MemoryPlace::kDevice);
  const auto declare = [&](std::string_view name, auto& array, bool is_needed, std::uint64_t size) {
    if (is_needed) workspace.declare(name, array, size, context);
  };
  declare("the arcs", out_keys, walks_edges(walk) || sizes.scores_edges, sizes.arcs);
  declare("the arcs of the transpose", in_keys, walks_edges(walk) && sizes.directed, sizes.arcs);
  declare("the targets", weights, sizes.has_targets, sizes.vertices);
}

BcOnDevice::BcOnDevice(Workspace& workspace, Context& context, const GraphArrays* given,
                       const BcProblem& problem, SourceWalk walk)
    : context_(context),
      given_(given),
      problem_(problem),
      sizes_(sizes_of(problem)),
      arrays_(workspace, context, sizes_, walk, given == nullptr) {
  workspace.when_taken([this] { put(); });
}

void BcOnDevice::put() {
  Queue queue(context_);
  const Graph& graph = problem_.graph;
  if (given_ == nullptr) {
    arrays_.graph = std::make_unique<GraphArrays>(context_, PreparedGraph(graph));
  }
  if (sizes_.directed) {
    const Graph reverse(graph.in(problem_.threads), Directedness::kDirected, 0);
    arrays_.transpose = std::make_unique<GraphArrays>(context_, PreparedGraph(reverse));
  }
  if (arrays_.out_keys.size() > 0) put_keys(out(), queue, arrays_.out_keys);
  if (arrays_.in_keys.size() > 0) put_keys(in(), queue, arrays_.in_keys);
  if (sizes_.has_targets) upload<double>(queue, arrays_.weights, problem_.target_weights);
  queue.wait();
}

void BcOnDevice::list_sources(std::span<const Vertex> sources, SourceRecord* to) const {
  for (const Vertex v : sources) *to++ = {v, problem_.source_weight(v)};
}

std::unique_ptr<DeviceBcProblem> put_problem(Workspace& workspace, DeviceObject& context,
                                             const DeviceObject* graph, const BcProblem& problem,
                                             SourceWalk walk) {
  return std::make_unique<BcOnDevice>(workspace, static_cast<Context&>(context),
                                      static_cast<const GraphArrays*>(graph), problem, walk);
}

void download_rows(const DeviceObject& arrays, std::span<EdgeIndex> offsets,
                   std::span<Vertex> targets) {
  const auto& graph = static_cast<const GraphArrays&>(arrays);
  Queue queue(graph.context());
  graph.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
    // Into the end of their own memory, to be widened from the first on: none is written over
    // before it has been read.
    const std::size_t size = offsets.size();
    std::byte* const narrow =
        reinterpret_cast<std::byte*>(offsets.data()) + size * (sizeof(EdgeIndex) - sizeof(Offset));
    download_bytes(queue, narrow, rows.offsets, size * sizeof(Offset));
    for (std::size_t i = 0; i < size; ++i) {
      Offset offset;
      std::memcpy(&offset, narrow + i * sizeof offset, sizeof offset);
      offsets[i] = offset;
    }
    download_bytes(queue, targets.data(), rows.targets, targets.size_bytes());
  });
}

template <class W>
void download_weights(const DeviceObject& arrays, const DeviceObject& weights, std::span<W> to) {
  Queue queue(static_cast<const GraphArrays&>(arrays).context());
  download_bytes(queue, to.data(), static_cast<const ValueArray<W>&>(weights).data(),
                 to.size_bytes());
}
template void download_weights(const DeviceObject&, const DeviceObject&, std::span<float>);
template void download_weights(const DeviceObject&, const DeviceObject&, std::span<double>);
template void download_weights(const DeviceObject&, const DeviceObject&, std::span<u32>);

}  // namespace strider::detail::STRIDER_DEVICE

#include "algorithms/bc/gpu/problem_on_device.hpp"

#include <cstddef>
#include <cstring>

#include "algorithms/bc/arc_lengths.hpp"
#include "algorithms/bc/gpu/engine.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/near_far_delta.hpp"
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

DeviceBuffer<u32> keys_of(const GraphArrays& arrays, Queue& queue) {
  DeviceBuffer<u32> keys(arrays.context(), arrays.num_arcs());
  arrays.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
    simt::launch(queue.handle(),
                 shape_for(arrays.context(), rows.num_vertices, kBlockThreads, kBlocksAtOnce),
                 list_keys<Offset>, rows, keys.data());
  });
  return keys;
}

/// How much farther than the nearest a vertex may be to go into the same round. Only time depends
/// on it.
template <class Length>
Length chosen_delta(const Graph& graph, std::span<const Length> lengths, int threads) {
  const LengthFacts facts = facts_of(lengths, threads);
  // No vertex is reached twice: rounds are levels, and piles of no use.
  if (facts.all_equal) return LengthArrays<Length>::kFar;
  return whole_near_far_delta<Length>(facts.mean, graph.num_vertices(), graph.num_arcs());
}

}  // namespace

BcOnDevice::BcOnDevice(const GraphArrays& given, const BcProblem& problem, bool needs_graph,
                       bool by_source, bool by_target)
    : given_(given), problem_(problem) {
  Queue queue(given.context());
  if (needs_graph) {
    own_ = std::make_unique<GraphArrays>(given.context(), PreparedGraph(problem.graph));
  }
  if (problem.graph.is_directed()) {
    const Graph reverse(problem.graph.in(problem.threads), Directedness::kDirected, 0);
    in_ = std::make_unique<GraphArrays>(given.context(), PreparedGraph(reverse));
  }
  if (by_source) out_keys_ = keys_of(out(), queue);
  if (by_target && in_ != nullptr) in_keys_ = keys_of(*in_, queue);
  if (!problem.target_weights.empty()) weights_ = uploaded<double>(queue, problem.target_weights);
  if (problem.lengths != nullptr) put_lengths(queue);
  queue.wait();
}

void BcOnDevice::put_lengths(Queue& queue) {
  const ArcLengths& lengths = *problem_.lengths;
  const auto put = [&]<class Length>(LengthsOnDevice<Length>& to, std::span<const Length> from) {
    if (from.empty()) return;
    to.delta = chosen_delta(problem_.graph, from, problem_.threads);
    to.out = uploaded<Length>(queue, from);
    if (in_ != nullptr) {
      to.in = uploaded<Length>(queue,
                               lengths_of_arcs_in(problem_.graph, from, problem_.threads).span());
    }
  };
  put(narrow_, lengths.narrow.span());
  put(wide_, lengths.wide.span());
  if (!lengths.zero_rank.empty()) ranks_ = uploaded<u32>(queue, lengths.zero_rank);
  if (!lengths.zero_forest.vertices.empty()) put_trees(queue);
}

void BcOnDevice::put_trees(Queue& queue) {
  const std::vector<ZeroPlace> places = zero_places(problem_.lengths->zero_forest);
  std::vector<u32> place_of(problem_.graph.num_vertices(), kNoVertex);
  for (std::size_t p = 0; p < places.size(); ++p) place_of[places[p].vertex] = static_cast<u32>(p);
  zero_places_ = uploaded<ZeroPlace>(queue, places);
  place_of_ = uploaded<u32>(queue, place_of);
}

void BcOnDevice::list_sources(std::span<const Vertex> sources, SourceRecord* to) const {
  for (const Vertex v : sources) *to++ = {v, problem_.source_weight(v)};
}

std::shared_ptr<const DeviceObject> put_on_device(const DeviceObject& arrays,
                                                  const BcProblem& problem, bool needs_graph,
                                                  bool by_source, bool by_target) {
  return std::make_shared<BcOnDevice>(static_cast<const GraphArrays&>(arrays), problem, needs_graph,
                                      by_source, by_target);
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

#include "algorithms/bfs/ranks_gpu/delegate/subgraphs.hpp"

#include <algorithm>

#include "algorithms/bfs/gpu/search_view.hpp"
#include "gpu/bitmap_words.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kThreads = 256;

/// A bit for each row with arcs.
STRIDER_KERNEL mark_sources(Rows<u32> rows, u32* sources, u32 num_words) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 row = w * 32 + simt::lane_id();
    const bool has_arcs = row < rows.num_vertices && degree(rows, row) > 0;
    const u32 bits = simt::ballot(simt::kFullMask, has_arcs);
    if (simt::lane_id() == 0) sources[w] = bits;
  }
}

[[nodiscard]] double mean_row_of(const SmallRows& rows) {
  std::uint64_t with_arcs = 0;
  for (u32 row = 0; row < rows.num_rows(); ++row) with_arcs += rows.degree(row) > 0 ? 1 : 0;
  return static_cast<double>(rows.columns.size()) /
         static_cast<double>(std::max<std::uint64_t>(1, with_arcs));
}

}  // namespace

SubgraphOnDevice::SubgraphOnDevice(Queue& queue, const SmallRows& rows)
    : num_rows_(rows.num_rows()),
      mean_row_(mean_row_of(rows)),
      offsets_(uploaded<u32>(queue, rows.offsets.span())),
      columns_(uploaded<u32>(queue, rows.columns.span())),
      sources_(queue.context(), bitmap_words(num_rows_)) {
  const u32 num_words = bitmap_words(num_rows_);
  simt::launch(queue.handle(), shape_for(queue.context(), u64{num_words} * simt::kWarp, kThreads),
               mark_sources, this->rows(), sources_.data(), num_words);
  queue.wait();
}

std::uint64_t SubgraphOnDevice::predict_bytes(const SmallRows& rows) {
  return rows.bytes() + sizeof(u32) * std::uint64_t{bitmap_words(rows.num_rows())};
}

SubgraphsOnDevice::SubgraphsOnDevice(Queue& queue, const GraphDelegate& graph)
    : nn(queue, graph.nn), nd(queue, graph.nd), dn(queue, graph.dn), dd(queue, graph.dd) {}

std::uint64_t SubgraphsOnDevice::predict_bytes(const GraphDelegate& graph) {
  std::uint64_t bytes = 0;
  for (const SmallRows* rows : {&graph.nn, &graph.nd, &graph.dn, &graph.dd}) {
    bytes += SubgraphOnDevice::predict_bytes(*rows);
  }
  return bytes;
}

}  // namespace strider::detail::STRIDER_DEVICE

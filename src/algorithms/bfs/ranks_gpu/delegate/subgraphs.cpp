#include "algorithms/bfs/ranks_gpu/delegate/subgraphs.hpp"

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

[[nodiscard]] u64 count_sources(const SmallRows& rows) {
  u64 with_arcs = 0;
  for (u32 row = 0; row < rows.num_rows(); ++row) with_arcs += rows.degree(row) > 0 ? 1 : 0;
  return with_arcs;
}

}  // namespace

SubgraphOnDevice::SubgraphOnDevice(Workspace& workspace, Queue& queue, const SmallRows& rows)
    : num_rows_(rows.num_rows()), num_sources_(count_sources(rows)) {
  declare_copy(workspace, "offsets of rows", offsets_, queue, rows.offsets.span());
  declare_copy(workspace, "the arcs", columns_, queue, rows.columns.span());
  workspace.declare("rows with arcs", sources_, bitmap_words(num_rows_), queue.context());
  workspace.when_taken([this, &queue] { mark_rows_with_arcs(queue); });
}

void SubgraphOnDevice::mark_rows_with_arcs(Queue& queue) {
  const u32 num_words = bitmap_words(num_rows_);
  simt::launch(queue.handle(), shape_for(queue.context(), u64{num_words} * simt::kWarp, kThreads),
               mark_sources, rows(), sources_.data(), num_words);
  queue.wait();
}

}  // namespace strider::detail::STRIDER_DEVICE

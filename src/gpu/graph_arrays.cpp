#include "gpu/graph_arrays.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "gpu/graph_bytes.hpp"
#include "graph/layout/degree_layout.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// One member of the masks, a 32-bit word for each half of a block.
DeviceBuffer<u32> uploaded_masks(Queue& queue, const DegreeLayout& layout,
                                 std::uint64_t BlockMasks::*member) {
  std::vector<u32> words;
  words.reserve(2 * layout.num_blocks());
  for (const BlockMasks& block : layout.masks) {
    words.push_back(static_cast<u32>(block.*member));
    words.push_back(static_cast<u32>(block.*member >> 32U));
  }
  return uploaded<u32>(queue, words);
}

}  // namespace

GraphArrays::GraphArrays(Context& context, const PreparedGraph& graph)
    : context_(context),
      num_vertices_(graph.graph().num_vertices()),
      directed_(graph.graph().is_directed()),
      num_self_loops_(graph.graph().num_self_loops()) {
  require_device_vertices(num_vertices_);
  context.require(device_graph_bytes(graph),
                  "the graph, of " + std::to_string(num_vertices_) + " vertices and " +
                      std::to_string(graph.graph().num_arcs()) + " adjacency entries,");
  Queue queue(context);
  const Csr& rows = graph.graph().out();
  if (has_small_device_offsets(graph.graph())) {
    std::vector<u32> offsets(rows.offsets().size());
    std::ranges::transform(rows.offsets(), offsets.begin(),
                           [](EdgeIndex offset) { return static_cast<u32>(offset); });
    small_offsets_ = uploaded<u32>(queue, offsets);
  } else {
    large_offsets_ = uploaded<u64>(queue, rows.offsets().span());
  }
  targets_ = uploaded<u32>(queue, rows.targets().span());
  for (Vertex v = 0; v < num_vertices_; ++v) {
    const auto degree = static_cast<u32>(rows.degree(v));
    num_connected_ += degree > 0 ? 1 : 0;
    max_degree_ = std::max(max_degree_, degree);
  }
  if (graph.degree_layout() == nullptr) return;

  const DegreeLayout& layout = *graph.degree_layout();
  hubs_ = uploaded<u32>(queue, layout.hubs.span());
  hub_bits_ = uploaded<u32>(queue, layout.hub_bits.span());
  first_ = uploaded<u32>(queue, layout.first.span());
  next_ = uploaded<u32>(queue, layout.next.span());
  has_next_ = uploaded_masks(queue, layout, &BlockMasks::has_next);
  unlisted_ = uploaded_masks(queue, layout, &BlockMasks::unlisted);
  connected_ = uploaded_masks(queue, layout, &BlockMasks::connected);
  std::vector<u32> next_row;
  next_row.reserve(2 * layout.num_blocks());
  for (const BlockMasks& block : layout.masks) {
    next_row.push_back(static_cast<u32>(block.next_begin));
    next_row.push_back(static_cast<u32>(block.next_row(32)));
  }
  next_row_ = uploaded<u32>(queue, next_row);
  layout_ = {.num_hubs = static_cast<u32>(layout.hubs.size()),
             .hubs = hubs_.data(),
             .hub_bits = hub_bits_.data(),
             .first = first_.data(),
             .next = next_.data(),
             .next_row = next_row_.data(),
             .has_next = has_next_.data(),
             .unlisted = unlisted_.data(),
             .connected = connected_.data()};
}

std::unique_ptr<DeviceObject> make_graph_arrays(DeviceObject& context, const PreparedGraph& graph) {
  return std::make_unique<GraphArrays>(static_cast<Context&>(context), graph);
}

}  // namespace strider::detail::STRIDER_DEVICE

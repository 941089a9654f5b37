#include "gpu/graph_arrays.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "gpu/graph_bytes.hpp"
#include "graph/layout/degree_layout.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

using SharedLayout = std::shared_ptr<const DegreeLayout>;

/// Two numbers for each block of a layout, number(block, half) for the halves of its vertices.
template <class Number>
void declare_by_half(Workspace& workspace, std::string_view name, DeviceBuffer<u32>& to,
                     Queue& queue, const SharedLayout& layout, const Number& number) {
  workspace.declare(name, to, 2 * layout->num_blocks(), queue.context());
  workspace.when_taken([&to, &queue, layout, number] {
    std::vector<u32> numbers;
    numbers.reserve(to.size());
    for (const BlockMasks& block : layout->masks) {
      for (const unsigned half : {0U, 1U}) numbers.push_back(number(block, half));
    }
    upload<u32>(queue, to, numbers);
  });
}
auto half_of(std::uint64_t BlockMasks::*member) {
  return [member](const BlockMasks& block, unsigned half) {
    return static_cast<u32>(block.*member >> half * 32);
  };
}

}  // namespace

GraphArrays::GraphArrays(Workspace& workspace, Queue& queue, const PreparedGraph& prepared)
    : context_(queue.context()),
      num_vertices_(prepared.graph().num_vertices()),
      directed_(prepared.graph().is_directed()),
      num_self_loops_(prepared.graph().num_self_loops()),
      rows_(workspace, queue,
            {prepared.graph().out().offsets().span(), prepared.graph().out().targets().span()}) {
  require_device_vertices(num_vertices_);
  const Csr& rows = prepared.graph().out();
  for (Vertex v = 0; v < num_vertices_; ++v) {
    const auto degree = static_cast<u32>(rows.degree(v));
    num_connected_ += degree > 0 ? 1 : 0;
    max_degree_ = std::max(max_degree_, degree);
  }
  const SharedLayout& layout = prepared.degree_layout();
  if (layout == nullptr) return;
  declare_copy(workspace, "the hubs", hubs_, queue, layout->hubs.span());
  declare_copy(workspace, "the bits of hubs", hub_bits_, queue, layout->hub_bits.span());
  declare_copy(workspace, "the first candidates", first_, queue, layout->first.span());
  declare_copy(workspace, "the next candidates", next_, queue, layout->next.span());
  constexpr auto kMasks = "the masks of the degree layout";
  declare_by_half(workspace, kMasks, has_next_, queue, layout, half_of(&BlockMasks::has_next));
  declare_by_half(workspace, kMasks, unlisted_, queue, layout, half_of(&BlockMasks::unlisted));
  declare_by_half(workspace, kMasks, connected_, queue, layout, half_of(&BlockMasks::connected));
  declare_by_half(workspace, kMasks, next_row_, queue, layout,
                  [](const BlockMasks& block, unsigned half) {
                    return static_cast<u32>(block.next_row(half * 32));
                  });
}

GraphArrays::GraphArrays(Workspace&& workspace, Queue&& queue, const PreparedGraph& prepared)
    : GraphArrays(workspace, queue, prepared) {
  workspace.take("the graph, of " + std::to_string(num_vertices_) + " vertices and " +
                     std::to_string(prepared.graph().num_arcs()) + " adjacency entries,",
                 context_);
}
GraphArrays::GraphArrays(Context& context, const PreparedGraph& prepared)
    : GraphArrays(Workspace(), Queue(context), prepared) {}

DegreeLayoutView GraphArrays::layout() const {
  return {.num_hubs = static_cast<u32>(hubs_.size()),
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

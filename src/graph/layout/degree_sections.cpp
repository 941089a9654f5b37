#include <fmt/format.h>

#include <algorithm>

#include "graph/layout/degree_layout.hpp"
#include "graph/layout/sections.hpp"
#include "strider/error.hpp"

namespace strider::detail {

LayoutSections to_sections(const DegreeLayout& layout) {
  LayoutSections sections;
  sections.add_scalar("num_vertices", layout.num_vertices);
  sections.add_scalar("num_connected", layout.num_connected);
  sections.add_array("hubs", layout.hubs);
  sections.add_array("hub_bits", layout.hub_bits);
  sections.add_array("first", layout.first);
  sections.add_array("next", layout.next);
  sections.add_array("masks", layout.masks);
  return sections;
}

std::shared_ptr<const DegreeLayout> degree_layout_from_sections(const LayoutSections& sections,
                                                                const Graph& graph) {
  const Vertex n = graph.num_vertices();
  const std::size_t blocks = (n + BlockMasks::kVertices - 1) / BlockMasks::kVertices;
  const std::size_t padded = blocks * BlockMasks::kVertices;
  DegreeLayout layout;
  layout.num_vertices = static_cast<Vertex>(sections.scalar("num_vertices", n));
  layout.num_connected = static_cast<Vertex>(sections.scalar("num_connected", n));
  layout.hubs = sections.array<Vertex>("hubs");
  layout.hub_bits = sections.array<std::uint32_t>("hub_bits", layout.hubs.empty() ? 0 : padded);
  layout.first = sections.array<Vertex>("first", padded);
  layout.next = sections.array<Vertex>("next");
  layout.masks = sections.array<BlockMasks>("masks", blocks);
  const bool hubs_fit = layout.hubs.empty() || layout.hubs.size() == DegreeLayout::kHubs;
  const bool hubs_are_vertices =
      std::all_of(layout.hubs.begin(), layout.hubs.end(), [n](Vertex hub) { return hub < n; });
  // The rows of the last block end all rows.
  const bool rows_fit =
      blocks == 0 ? layout.next.empty()
                  : layout.masks[blocks - 1].next_end() * DegreeLayout::kNext == layout.next.size();
  if (layout.num_vertices != n || !hubs_fit || !hubs_are_vertices || !rows_fit) {
    throw InputError(
        sections.origin(), 0,
        fmt::format(
            "the degree layout does not match a graph of {} vertices: prepare the graph again", n));
  }
  return std::make_shared<const DegreeLayout>(std::move(layout));
}

}  // namespace strider::detail

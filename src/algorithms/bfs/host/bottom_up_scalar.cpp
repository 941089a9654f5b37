#include <bit>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "base/count_ones.hpp"

namespace strider::detail {

Vertex find_parent(const BottomUpStep& step, Vertex v, std::uint64_t& examined) {
  const DegreeLayout& layout = *step.layout;
  const BlockMasks& masks = layout.masks[v / BlockMasks::kVertices];
  const unsigned bit = v % BlockMasks::kVertices;
  if (step.hubs_in_frontier != 0) {
    ++examined;
    const std::uint32_t hubs = layout.hub_bits[v] & step.hubs_in_frontier;
    if (hubs != 0) return layout.hubs[static_cast<std::size_t>(std::countr_zero(hubs))];
  }
  ++examined;
  if (test_vertex(step.frontier, layout.first[v])) return layout.first[v];
  if ((masks.has_next >> bit & 1U) != 0) {
    constexpr std::size_t kNext = DegreeLayout::kNext;
    for (const Vertex u : layout.next.span().subspan(masks.next_row(bit) * kNext, kNext)) {
      ++examined;
      if (test_vertex(step.frontier, u)) return u;
    }
  }
  if ((masks.unlisted >> bit & 1U) == 0) return kNoVertex;
  for (const Vertex u : step.graph->neighbors(v)) {
    ++examined;
    if (test_vertex(step.frontier, u)) return u;
  }
  return kNoVertex;
}

Probed probe_blocks_scalar(const BottomUpStep& step, std::size_t first, std::size_t last) {
  Probed probed;
  for (std::size_t block = first; block < last; ++block) {
    const std::uint64_t visited = load_block(step.visited, block);
    if (step.fills_unreached) fill_unreached_scalar(step, block, block + 1);
    std::uint64_t found = 0;
    for (std::uint64_t rest = ~visited; rest != 0; rest &= rest - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(rest));
      const auto v = static_cast<Vertex>(block * BlockMasks::kVertices + bit);
      const Vertex parent = find_parent(step, v, probed.examined);
      if (parent == kNoVertex) continue;
      step.parents[v] = parent;
      step.levels.set(v, step.level);
      found |= 1ULL << bit;
    }
    store_block(step.next, block, found);
    store_block(step.visited, block, visited | found);
    probed.found += count_ones(found);
  }
  return probed;
}

void fill_unreached_scalar(const BottomUpStep& step, std::size_t first, std::size_t last) {
  const Vertex n = step.layout->num_vertices;
  for (std::size_t block = first; block < last; ++block) {
    const std::uint64_t reached =
        load_block(step.visited, block) & step.layout->masks[block].connected;
    for (std::uint64_t rest = ~reached; rest != 0; rest &= rest - 1) {
      const std::size_t v =
          block * BlockMasks::kVertices + static_cast<unsigned>(std::countr_zero(rest));
      if (v >= n) break;
      step.parents[v] = kNoVertex;
      // The byte of "unreached" is the low byte of the word.
      step.levels.set(v, kUnreached);
    }
  }
}

}  // namespace strider::detail

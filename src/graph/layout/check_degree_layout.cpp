#include "graph/layout/check_degree_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/atomics.hpp"
#include "base/count_ones.hpp"
#include "base/parallel.hpp"
#include "graph/layout/sections.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// What a search relies on in a block of vertices, next_begin apart.
bool block_is_sound(const DegreeLayout& layout, const Csr& csr, std::size_t block) {
  const std::size_t begin = block * BlockMasks::kVertices;
  const BlockMasks& masks = layout.masks[block];
  std::uint64_t connected = 0;
  bool sound = true;
  for (std::size_t i = 0; i < BlockMasks::kVertices; ++i) {
    const std::size_t v = begin + i;
    if (v < layout.num_vertices && csr.degree(static_cast<Vertex>(v)) > 0) {
      connected |= 1ULL << i;
      sound = sound && layout.first[v] < layout.num_vertices;
    } else {
      sound = sound && layout.first[v] == v && (layout.hubs.empty() || layout.hub_bits[v] == 0);
    }
  }
  return sound && masks.connected == connected && (masks.has_next & ~connected) == 0 &&
         (masks.unlisted & ~connected) == 0;
}

}  // namespace

void check_degree_layout_bounds(const DegreeLayout& layout, const Graph& graph,
                                const std::string& origin, int threads) {
  const auto require = [&](bool holds, const char* fault) {
    if (holds) return;
    throw InputError(
        origin, 0,
        fmt::format("the degree layout does not match its graph: {}; prepare the graph again",
                    fault));
  };
  std::uint64_t connected = 0;
  parallel_chunks(layout.num_blocks(), threads, [&](std::size_t begin, std::size_t end, int) {
    std::uint64_t mine = 0;
    std::uint64_t next_begin = begin == 0 ? 0 : layout.masks[begin - 1].next_end();
    for (std::size_t block = begin; block < end; ++block) {
      require(block_is_sound(layout, graph.out(), block),
              "a block of vertices contradicts their degrees");
      require(layout.masks[block].next_begin == next_begin, "its rows are out of order");
      next_begin = layout.masks[block].next_end();
      mine += count_ones(layout.masks[block].connected);
    }
    fetch_add_relaxed(connected, mine);
  });
  require(connected == layout.num_connected, "the number of connected vertices is wrong");
  const std::span<const Vertex> next = layout.next.span();
  parallel_chunks(next.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    const auto mine = next.subspan(begin, end - begin);
    require(*std::max_element(mine.begin(), mine.end()) < layout.num_vertices,
            "a candidate is not a vertex");
  });
}

void check_degree_layout(const DegreeLayout& layout, const Graph& graph, const std::string& origin,
                         int threads) {
  const auto made = make_degree_layout(graph, threads);
  const LayoutSections expected = to_sections(*made);
  const LayoutSections found = to_sections(layout);
  const auto refuse = [&](const std::string& name) {
    throw InputError(origin, 0,
                     fmt::format("the degree layout's '{}' does not match the graph, or another "
                                 "version of this library wrote it: prepare the graph again",
                                 name));
  };
  for (std::size_t i = 0; i < expected.scalars().size(); ++i) {
    const auto& scalar = expected.scalars()[i];
    if (found.scalars()[i].value != scalar.value) refuse(scalar.name);
  }
  for (std::size_t i = 0; i < expected.arrays().size(); ++i) {
    const auto& array = expected.arrays()[i];
    const auto& other = found.arrays()[i];
    if (!std::equal(array.bytes.begin(), array.bytes.end(), other.bytes.begin(),
                    other.bytes.end())) {
      refuse(array.name);
    }
  }
}

}  // namespace strider::detail

// An order of vertices in which neighbours lie near one another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

struct BlockOrder {
  /// The vertices in their new order.
  Array<Vertex> to_old;
  /// Where in it a new component begins. (Of a directed graph: a set of vertices reached from its
  /// first one and not before.)
  std::vector<Vertex> component_begins;
};

/// Breadth-first search in blocks: when a block is full, what it would have reached next seeds
/// later blocks. The vertices of a block and most of their neighbours then share cache lines and
/// pages, and components are contiguous. `placed` has one entry a vertex, nonzero for those left
/// out; all are nonzero in the end. `count` is the number of zeros. O(n + m).
[[nodiscard]] BlockOrder order_in_blocks(const Csr& csr, std::span<std::uint8_t> placed,
                                         Vertex count);

}  // namespace strider::detail

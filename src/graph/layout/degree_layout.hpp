// A graph of low diameter laid out for bottom-up search: what an unvisited vertex asks first lies
// in dense arrays, in the order of the vertices.
//
// The vertices keep their numbers, so that a search writes its result where the caller reads it.
// What descending degree order brings - the likeliest parents first (Yasui, Fujisawa and Sato
// 2014) - is put into each vertex's own candidates instead: one bit for each of the largest hubs,
// then the neighbours of highest degree.
//
// Where a graph is distributed, a layout is that of the rows of one rank. Their ends are columns:
// the rows' own vertices first, then those of other ranks, or those of a block of the adjacency
// matrix. Bitmaps of visited and found vertices go
// by row, the frontier's by column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/count_ones.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// 64 consecutive vertices, a bit each.
struct BlockMasks {
  static constexpr std::size_t kVertices = 64;
  std::uint64_t connected;   ///< has a neighbour
  std::uint64_t has_next;    ///< has a row in DegreeLayout::next
  std::uint64_t unlisted;    ///< has neighbours besides hubs and candidates
  std::uint64_t next_begin;  ///< number of the row of the first vertex of has_next

  /// The number of the row of a vertex of has_next.
  [[nodiscard]] std::size_t next_row(unsigned bit) const {
    const std::uint64_t before = has_next & ((1ULL << bit) - 1);
    return next_begin + count_ones(before);
  }
  [[nodiscard]] std::size_t next_end() const { return next_begin + count_ones(has_next); }
};

struct DegreeLayout {
  /// As many as bits in an element of hub_bits.
  static constexpr std::size_t kHubs = 32;
  /// Candidates after the first: half a cache line a vertex.
  static constexpr std::size_t kNext = 8;

  Vertex num_vertices = 0;
  Vertex num_connected = 0;
  /// The vertices of highest degree, highest first; empty where they reach few vertices.
  SharedArray<Vertex> hubs;

  // By vertex, padded to whole blocks:

  /// Bit h where hubs[h] is a neighbour. Empty without hubs.
  SharedArray<std::uint32_t> hub_bits;
  /// The neighbour of highest degree that is no hub; the vertex itself where there is none: that is
  /// never its own parent.
  SharedArray<Vertex> first;
  /// Rows of kNext neighbours, those that follow the first by degree, of vertices that have any.
  /// Unused places name the vertex itself.
  SharedArray<Vertex> next;

  SharedArray<BlockMasks> masks;

  [[nodiscard]] std::size_t num_blocks() const { return masks.size(); }
  [[nodiscard]] std::size_t padded_vertices() const { return num_blocks() * BlockMasks::kVertices; }
  [[nodiscard]] std::uint64_t bytes() const {
    return hubs.span().size_bytes() + hub_bits.span().size_bytes() + first.span().size_bytes() +
           next.span().size_bytes() + masks.span().size_bytes();
  }
};

/// The most bytes that making a layout takes, its own included.
[[nodiscard]] std::uint64_t predict_degree_layout_bytes(std::uint64_t rows, std::uint64_t columns);

/// Independent of the number of threads. O(n + m) work. Precondition: `graph` is undirected. Throws
/// MemoryError.
[[nodiscard]] std::shared_ptr<const DegreeLayout> make_degree_layout(const Graph& graph,
                                                                     int threads);

/// The same of some rows of a larger graph: targets are columns, of which there are as many as
/// degrees are given, at least one a row, and column v is row v's own vertex. Hubs, candidates and
/// what stands for "none" are columns, chosen by those degrees, whichever part of the graph they
/// count. Precondition: an arc between two rows stands in both.
[[nodiscard]] std::shared_ptr<const DegreeLayout> make_degree_layout(
    const Csr& rows, std::span<const std::uint32_t> column_degrees, int threads);

/// The same of a block of an adjacency matrix, in which no row has a column of its own: the number
/// after the last column stands for "none". A frontier's bitmap has a bit for it that is never set.
[[nodiscard]] std::shared_ptr<const DegreeLayout> make_block_layout(
    const Csr& rows, std::span<const std::uint32_t> column_degrees, int threads);

}  // namespace strider::detail

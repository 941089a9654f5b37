// A graph of low diameter laid out for bottom-up search: what an unvisited vertex asks first lies
// in dense arrays, in the order of the vertices.
//
// The vertices keep their numbers, so that a search writes its result where the caller reads it.
// What descending degree order brings - the likeliest parents first (Beamer et al. 2013, section
// 5; Yasui et al. 2013, section IV) - is put into each vertex's own candidates instead: one bit for
// each of the largest hubs, then the neighbours of highest degree in columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// 64 consecutive vertices, a bit each.
struct alignas(64) BlockMasks {
  static constexpr std::size_t kVertices = 64;
  static constexpr std::size_t kMostColumns = 6;
  std::uint64_t connected;                ///< has a neighbour
  std::uint64_t unlisted;                 ///< has neighbours besides the hubs and the columns
  std::uint64_t in_column[kMostColumns];  ///< has an entry in column k
};
static_assert(sizeof(BlockMasks) == 64, "one cache line a block");

struct DegreeLayout {
  /// As many as bits in an element of hub_bits.
  static constexpr std::size_t kHubs = 32;

  Vertex num_vertices = 0;
  Vertex num_connected = 0;
  std::size_t num_columns = 0;
  /// The vertices of highest degree, highest first; empty where they reach few vertices.
  SharedArray<Vertex> hubs;
  /// For each vertex, padded to whole blocks: bit h where hubs[h] is a neighbour. Empty without
  /// hubs.
  SharedArray<std::uint32_t> hub_bits;
  /// num_columns columns of padded_vertices() entries: for each vertex its neighbours of highest
  /// degree that are no hubs, highest first. 0 where in_column has no bit.
  SharedArray<Vertex> columns;
  SharedArray<BlockMasks> masks;

  [[nodiscard]] std::size_t num_blocks() const { return masks.size(); }
  [[nodiscard]] std::size_t padded_vertices() const {
    return num_blocks() * BlockMasks::kVertices;
  }
  [[nodiscard]] const Vertex* column(std::size_t k) const {
    return columns.data() + k * padded_vertices();
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return hubs.span().size_bytes() + hub_bits.span().size_bytes() + columns.span().size_bytes() +
           masks.span().size_bytes();
  }
};

/// Independent of the number of threads. O(n + m) work. Precondition: `graph` is undirected. Throws
/// MemoryError.
[[nodiscard]] std::shared_ptr<const DegreeLayout> make_degree_layout(const Graph& graph,
                                                                     int threads);

}  // namespace strider::detail

// GAPBS .sg and .wsg: one byte directed or not, the number of arcs and of vertices (64 bits each),
// n+1 offsets of 64 bits, then the neighbours, of 32 bits, in a .wsg each followed by its weight of
// 32 bits; in a directed file offsets and neighbours once more, of the transpose. Nothing is
// aligned and the byte order is the machine's.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "strider/types.hpp"

namespace strider {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

inline constexpr std::size_t kGapbsHeaderBytes = 1 + 2 * sizeof(std::int64_t);

/// One neighbour of a .wsg.
struct GapbsNeighbor {
  Vertex target;
  std::int32_t weight;
};
static_assert(sizeof(GapbsNeighbor) == 8);

}  // namespace strider

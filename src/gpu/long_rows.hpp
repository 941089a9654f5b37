// Rows so long that one warp would keep the others waiting, found before the kernels run: warps
// walk chunks of them. Rows that kernels find themselves: row_chunks.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace strider::detail {

/// Arcs that a warp walks by itself: longer rows are cut into chunks of so many.
inline constexpr std::uint32_t kRowChunkArcs = 512;

[[nodiscard]] constexpr std::uint64_t chunks_of(std::uint64_t arcs) {
  return (arcs + kRowChunkArcs - 1) / kRowChunkArcs;
}

struct LongRowCounts {
  std::uint64_t rows = 0;
  std::uint64_t chunks = 0;
};
/// Row i has the arcs from offsets[i] to offsets[i + 1], that one not included.
[[nodiscard]] LongRowCounts count_long_rows(std::span<const std::uint64_t> offsets);
/// More there cannot be, as each of the rows has more arcs than a chunk.
[[nodiscard]] constexpr LongRowCounts most_long_rows(std::uint64_t arcs) {
  return {.rows = arcs / kRowChunkArcs, .chunks = 2 * arcs / kRowChunkArcs};
}

struct LongRowLists {
  std::vector<std::uint32_t> rows;          ///< ascending
  std::vector<std::uint32_t> first_chunk;   ///< of each, and the end
  std::vector<std::uint32_t> row_of_chunk;  ///< by chunk: the place of its row in `rows`
};
[[nodiscard]] LongRowLists list_long_rows(std::span<const std::uint64_t> offsets);

}  // namespace strider::detail

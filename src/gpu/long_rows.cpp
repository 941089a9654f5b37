#include "gpu/long_rows.hpp"

namespace strider::detail {
namespace {

/// body(row, its chunks) for the long ones, ascending.
template <class Body>
void for_each_long_row(std::span<const std::uint64_t> offsets, const Body& body) {
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    const std::uint64_t arcs = offsets[row + 1] - offsets[row];
    if (arcs > kRowChunkArcs) body(static_cast<std::uint32_t>(row), chunks_of(arcs));
  }
}

}  // namespace

LongRowCounts count_long_rows(std::span<const std::uint64_t> offsets) {
  LongRowCounts counts;
  for_each_long_row(offsets, [&](std::uint32_t, std::uint64_t chunks) {
    ++counts.rows;
    counts.chunks += chunks;
  });
  return counts;
}

LongRowLists list_long_rows(std::span<const std::uint64_t> offsets) {
  LongRowLists lists;
  lists.first_chunk.push_back(0);
  for_each_long_row(offsets, [&](std::uint32_t row, std::uint64_t chunks) {
    lists.row_of_chunk.insert(lists.row_of_chunk.end(), chunks,
                              static_cast<std::uint32_t>(lists.rows.size()));
    lists.rows.push_back(row);
    lists.first_chunk.push_back(static_cast<std::uint32_t>(lists.row_of_chunk.size()));
  });
  return lists;
}

}  // namespace strider::detail

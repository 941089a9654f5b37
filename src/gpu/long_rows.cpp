#include "gpu/long_rows.hpp"

namespace strider::detail {
namespace {

/// body(row, its pieces) for the long ones, ascending.
template <class Body>
void for_each_long_row(std::span<const std::uint64_t> offsets, const Body& body) {
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    const std::uint64_t arcs = offsets[row + 1] - offsets[row];
    if (arcs > kPieceArcs) body(static_cast<std::uint32_t>(row), pieces_of(arcs));
  }
}

}  // namespace

LongRowCounts count_long_rows(std::span<const std::uint64_t> offsets) {
  LongRowCounts counts;
  for_each_long_row(offsets, [&](std::uint32_t, std::uint64_t pieces) {
    ++counts.rows;
    counts.pieces += pieces;
  });
  return counts;
}

LongRowLists list_long_rows(std::span<const std::uint64_t> offsets) {
  LongRowLists lists;
  lists.first_piece.push_back(0);
  for_each_long_row(offsets, [&](std::uint32_t row, std::uint64_t pieces) {
    lists.row_of_piece.insert(lists.row_of_piece.end(), pieces,
                              static_cast<std::uint32_t>(lists.rows.size()));
    lists.rows.push_back(row);
    lists.first_piece.push_back(static_cast<std::uint32_t>(lists.row_of_piece.size()));
  });
  return lists;
}

}  // namespace strider::detail

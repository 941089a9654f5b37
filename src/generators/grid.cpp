// The grid: row by row, each vertex has an edge to the right and one down, where there is one.
#include <fmt/format.h>

#include "base/memory.hpp"
#include "generators/generators.hpp"
#include "strider/error.hpp"

namespace strider::detail {

GridGenerator::GridGenerator(const GridParameters& parameters)
    : rows_(parameters.rows), columns_(parameters.columns) {
  // Twice the vertices bound the edges.
  constexpr std::uint64_t kMostVertices = 1ULL << 62U;
  if (rows_ == 0 || columns_ == 0 || saturating_mul(rows_, columns_) > kMostVertices) {
    throw UsageError(fmt::format(
        "grid: {} rows of {} columns; both must be at least 1 and the product at most {}", rows_,
        columns_, kMostVertices));
  }
  size_ = {rows_ * columns_, rows_ * (columns_ - 1) + (rows_ - 1) * columns_};
}

void GridGenerator::fill(EdgeRange range, std::span<GlobalEdge> edges) const {
  const std::uint64_t edges_a_row = 2 * columns_ - 1;  // of every row but the last
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::uint64_t row = (range.first + i) / edges_a_row;
    const std::uint64_t place = (range.first + i) % edges_a_row;
    const bool last_row = row + 1 == rows_;
    const std::uint64_t column = last_row ? place : place / 2;
    const bool to_the_right = last_row || (place % 2 == 0 && column + 1 < columns_);
    const GlobalVertex vertex = row * columns_ + column;
    edges[i] = {vertex, to_the_right ? vertex + 1 : vertex + columns_};
  }
}

}  // namespace strider::detail

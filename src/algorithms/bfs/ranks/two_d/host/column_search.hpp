// Top-down on one rank: the rows of the frontier's columns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/bfs/ranks/two_d/host/blocks.hpp"
#include "graph/local_matrix.hpp"

namespace strider::detail {

/// Rows that were not in `visited` are added to it, get one of the columns as parent and are found.
class ColumnSearch {
 public:
  /// `matrix` outlives this.
  ColumnSearch(const LocalMatrix& matrix, int threads) : matrix_(matrix), threads_(threads) {}

  /// How many entries these columns have.
  [[nodiscard]] EdgeIndex count_entries(std::span<const std::uint32_t> columns) const;

  // These return how many entries the columns have:

  /// Appends the rows found, in any order. By one thread: for few entries.
  std::uint64_t list_rows(std::span<const std::uint32_t> columns, BlockBits& visited,
                          std::uint32_t* parents, std::vector<std::uint32_t>& found) const;
  /// Adds the rows found to `found`.
  std::uint64_t map_rows(std::span<const std::uint32_t> columns, BlockBits& visited,
                         std::uint32_t* parents, BlockBits& found) const;
  /// The same of the columns whose bits are set.
  std::uint64_t map_rows(const BlockBits& columns, BlockBits& visited, std::uint32_t* parents,
                         BlockBits& found) const;

 private:
  const LocalMatrix& matrix_;
  int threads_;
};

}  // namespace strider::detail

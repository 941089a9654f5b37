// Ranks in a grid of R rows and C columns, and the part of the adjacency matrix that each holds
// (Bisson, Bernaschi and Mastrostefano 2014, section 2.2; Yoo et al. 2005).
//
// The vertices are cut into R * C blocks of equal size. Rank (i, j) owns block j * R + i and holds
// the arcs whose source is owned in column j of the grid and whose target is owned in row i. As a
// matrix with a row a target and a column a source: N / R rows, C blocks of them, and N / C
// columns, R blocks; fewer where isolated vertices have none. So a frontier travels along columns
// of the grid only, and what is found along rows only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace strider::detail {

/// A grid of R x C ranks; the rank in row i and column j is i * C + j.
struct Grid {
  int rows = 1;
  int columns = 1;
  friend bool operator==(const Grid&, const Grid&) = default;
};

/// The grid of `ranks` that is nearest to a square, rows at least as many as columns: of a prime
/// number p, p x 1. Of two grids turned against each other the one with more rows sends less: what
/// goes along rows of the grid are found vertices and their parents, too, along columns the
/// frontier only. Precondition: ranks > 0.
[[nodiscard]] Grid near_square_grid(int ranks);

/// "4x2": four rows, two columns. Throws UsageError where `text` is no such thing, or not of
/// `ranks` ranks.
[[nodiscard]] Grid parse_grid(std::string_view text, int ranks);
[[nodiscard]] std::string grid_name(Grid grid);

/// Vertices without arcs have no rows and columns where these get fewer by one of so many or more:
/// then a name for each column, of 4 bytes, pays.
inline constexpr std::uint64_t kLeftOutFrom = 8;

/// Whether it may pay at all, of a grid with so many vertices a block. On few ranks, naming parents
/// by a table takes longer than shorter sets save, so all vertices have rows and columns as long as
/// 32 bits number them (benchmarks/results/2026-11-27-grids.md).
[[nodiscard]] bool may_leave_out(Grid grid, std::uint64_t block_size);

/// Where one rank stands.
class GridRank {
 public:
  GridRank() = default;
  GridRank(Grid grid, int rank) : grid_(grid), rank_(rank) {}

  [[nodiscard]] Grid grid() const { return grid_; }
  [[nodiscard]] int row() const { return row_of(rank_); }
  [[nodiscard]] int column() const { return column_of(rank_); }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int row_of(int rank) const { return rank / grid_.columns; }
  [[nodiscard]] int column_of(int rank) const { return rank % grid_.columns; }
  [[nodiscard]] int rank_at(int row, int column) const { return row * grid_.columns + column; }

 private:
  Grid grid_;
  int rank_ = 0;
};

/// Who holds the arc from a vertex of rank `source_owner` to one of `target_owner`, and where in
/// its matrix, if each of the `block_size` vertices of an owner has a row and a column, in the
/// order of its LocalVertex. Rows and columns count in 64 bits.
struct ArcPlace {
  int rank;
  std::uint64_t row;
  std::uint64_t column;
};
[[nodiscard]] inline ArcPlace place_arc(const GridRank& grid, std::uint64_t block_size,
                                        int source_owner, std::uint32_t source, int target_owner,
                                        std::uint32_t target) {
  const auto row_block = static_cast<std::uint64_t>(grid.column_of(target_owner));
  const auto column_block = static_cast<std::uint64_t>(grid.row_of(source_owner));
  return {grid.rank_at(grid.row_of(target_owner), grid.column_of(source_owner)),
          row_block * block_size + target, column_block * block_size + source};
}

/// Throws UsageError where 32 bits do not number so many blocks of vertices, as rows or columns.
void require_numbers(Grid grid, std::uint64_t block_size, int blocks);

/// And how its rows and columns are numbered: from 0, block after block, all ranks of a row of the
/// grid alike, and all of a column alike.
class GridPlace : public GridRank {
 public:
  GridPlace() = default;
  /// `block_size` is that of the blocks of vertices that have rows and columns, a multiple of 64.
  /// Throws UsageError where its rows or its columns do not count in 32 bits.
  GridPlace(Grid grid, int rank, std::uint64_t block_size);

  [[nodiscard]] std::uint32_t block_size() const { return block_size_; }
  /// Of the rank's matrix: C blocks of rows, R of columns.
  [[nodiscard]] std::uint32_t num_rows() const {
    return static_cast<std::uint32_t>(grid().columns) * block_size_;
  }
  [[nodiscard]] std::uint32_t num_columns() const {
    return static_cast<std::uint32_t>(grid().rows) * block_size_;
  }
  /// The first of the rows that stand for vertices of the rank in `column` of this row of the grid.
  [[nodiscard]] std::uint32_t first_row(int column) const {
    return static_cast<std::uint32_t>(column) * block_size_;
  }
  /// The first of the columns that stand for vertices of the rank in `row` of this column.
  [[nodiscard]] std::uint32_t first_column(int row) const {
    return static_cast<std::uint32_t>(row) * block_size_;
  }

 private:
  std::uint32_t block_size_ = 0;
};

}  // namespace strider::detail

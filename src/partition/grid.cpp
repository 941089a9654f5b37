#include "partition/grid.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Reads all of `text` as a number of ranks; 0 where it is none.
int parse_count(std::string_view text) {
  return std::max(0, parse_number<int>(text).value_or(0));
}

}  // namespace

Grid near_square_grid(int ranks) {
  int columns = 1;
  for (int c = 1; c <= ranks / c; ++c) {
    if (ranks % c == 0) columns = c;
  }
  return {ranks / columns, columns};
}

Grid parse_grid(std::string_view text, int ranks) {
  const std::size_t cross = std::min(text.find('x'), text.size());
  const Grid grid{parse_count(text.substr(0, cross)),
                  cross == text.size() ? 0 : parse_count(text.substr(cross + 1))};
  if (grid.rows == 0 || grid.columns == 0) {
    throw UsageError(fmt::format("grid must be rows x columns, such as 4x2, got \"{}\"", text));
  }
  if (std::int64_t{grid.rows} * grid.columns != ranks) {
    throw UsageError(fmt::format("grid {} needs {} ranks, but {} were started: use {}, for example",
                                 grid_name(grid), std::int64_t{grid.rows} * grid.columns, ranks,
                                 grid_name(near_square_grid(ranks))));
  }
  return grid;
}

bool may_leave_out(Grid grid, std::uint64_t block_size) {
  constexpr int kFewRanks = 16;
  constexpr std::uint64_t kMostNumbers = std::uint64_t{1} << 32U;
  const auto blocks = static_cast<std::uint64_t>(std::max(grid.rows, grid.columns));
  return grid.rows * grid.columns > kFewRanks || block_size >= kMostNumbers / blocks;
}

std::string grid_name(Grid grid) {
  return fmt::format("{}x{}", grid.rows, grid.columns);
}

void require_numbers(Grid grid, std::uint64_t block_size, int blocks) {
  // Sixty-four places stay free, for a column that is none.
  constexpr std::uint64_t kMost = (1ULL << 32U) - 64;
  if (block_size > kMost / static_cast<std::uint64_t>(blocks)) {
    throw UsageError(
        fmt::format("grid: on {} ranks, {} blocks of {} vertices give a rank more than {} rows or "
                    "columns: start more ranks, or use a squarer grid",
                    grid_name(grid), blocks, block_size, kMost));
  }
}

GridPlace::GridPlace(Grid grid, int rank, std::uint64_t block_size)
    : GridRank(grid, rank), block_size_(static_cast<std::uint32_t>(block_size)) {
  require_numbers(grid, block_size, std::max(grid.rows, grid.columns));
}

}  // namespace strider::detail

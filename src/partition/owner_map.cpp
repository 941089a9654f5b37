#include "partition/owner_map.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "strider/error.hpp"

namespace strider::detail {
namespace {

constexpr std::uint64_t kWordBits = 64;

std::uint64_t divide_up(std::uint64_t value, std::uint64_t divisor) {
  return value / divisor + (value % divisor != 0 ? 1 : 0);
}

int count_ranks(Grid grid) {
  if (grid.rows < 1 || grid.columns < 1) {
    throw UsageError(fmt::format("the process grid {}x{} is empty", grid.rows, grid.columns));
  }
  return grid.rows * grid.columns;
}

}  // namespace

OwnerMap OwnerMap::block(std::uint64_t num_vertices, int ranks, Shuffle shuffle) {
  return OwnerMap(Kind::kBlock, num_vertices, Grid{1, ranks}, shuffle);
}
OwnerMap OwnerMap::cyclic(std::uint64_t num_vertices, int ranks, Shuffle shuffle) {
  return OwnerMap(Kind::kCyclic, num_vertices, Grid{1, ranks}, shuffle);
}
OwnerMap OwnerMap::grid_blocks(std::uint64_t num_vertices, Grid grid, Shuffle shuffle) {
  return OwnerMap(Kind::kGridBlock, num_vertices, grid, shuffle);
}

OwnerMap::OwnerMap(Kind kind, std::uint64_t num_vertices, Grid grid, Shuffle shuffle)
    : kind_(kind),
      num_vertices_(num_vertices),
      grid_(grid),
      num_ranks_(count_ranks(grid)),
      shuffle_(shuffle) {
  const auto ranks = static_cast<std::uint64_t>(num_ranks_);
  const std::uint64_t share = divide_up(num_vertices, ranks);
  if (share > kMostVertices) {
    throw UsageError(fmt::format(
        "{} vertices on {} ranks are {} per rank, but a rank supports at most {}: start more ranks",
        num_vertices, num_ranks_, share, kMostVertices));
  }
  divider_ = Divider(
      kind == Kind::kCyclic ? ranks : std::max(kWordBits, divide_up(share, kWordBits) * kWordBits));
  if (kind != Kind::kGridBlock) return;
  rank_of_block_.resize(ranks);
  for (int rank = 0; rank < num_ranks_; ++rank) rank_of_block_[block_of_rank(rank)] = rank;
}

std::uint32_t OwnerMap::size(int rank) const {
  if (kind_ == Kind::kCyclic) {
    const auto [quotient, remainder] = divider_.divide(num_vertices_);
    const bool more = static_cast<std::uint64_t>(rank) < remainder;
    return static_cast<std::uint32_t>(quotient + (more ? 1 : 0));
  }
  const std::uint64_t begin = block_of_rank(rank) * block_size();
  if (begin >= num_vertices_) return 0;
  return static_cast<std::uint32_t>(std::min(block_size(), num_vertices_ - begin));
}

std::uint32_t OwnerMap::largest_size() const {
  if (kind_ == Kind::kCyclic) return size(0);
  return static_cast<std::uint32_t>(std::min(block_size(), num_vertices_));
}

}  // namespace strider::detail

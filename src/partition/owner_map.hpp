// Which rank owns a vertex, and what the rank calls it: arithmetic, without a table of vertices.
#pragma once

#include <cstdint>
#include <vector>

#include "base/shuffle.hpp"
#include "partition/divider.hpp"
#include "partition/grid.hpp"
#include "partition/ids.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// A vertex by owner.
struct OwnedVertex {
  int rank;
  LocalVertex vertex;
  friend bool operator==(const OwnedVertex&, const OwnedVertex&) = default;
};

/// A bijection between the input's vertices 0 .. n-1 and pairs of a rank and a vertex of it. The
/// vertices of a rank are 0 .. size(rank)-1; a rank may have none. All functions take and give the
/// input's vertices: where the map shuffles, what they say below of v holds of v's hidden name.
class OwnerMap {
 public:
  enum class Kind : std::uint8_t {
    kBlock,     ///< rank r owns the r-th block of consecutive vertices
    kCyclic,    ///< rank v mod p owns v, as its vertex v / p
    kGridBlock  ///< rank i * C + j owns block j * R + i, so that a column of the grid owns
                ///< consecutive vertices
  };

  /// The map of no vertices on one rank.
  OwnerMap() : OwnerMap(Kind::kBlock, 0, Grid{}, Shuffle()) {}
  /// Blocks are of equal size, a multiple of 64, so that bitmaps of blocks begin and end at word
  /// borders; the last ones with vertices may be shorter, and those after them empty. Throws
  /// UsageError where a rank would own more than kMostVertices, or there is no rank.
  [[nodiscard]] static OwnerMap block(std::uint64_t num_vertices, int ranks, Shuffle shuffle = {});
  [[nodiscard]] static OwnerMap cyclic(std::uint64_t num_vertices, int ranks, Shuffle shuffle = {});
  [[nodiscard]] static OwnerMap grid_blocks(std::uint64_t num_vertices, Grid grid,
                                            Shuffle shuffle = {});

  /// Of one rank: leaves room for what counts in 32 bits from vertices.
  static constexpr std::uint64_t kMostVertices = (1ULL << 32U) - 64;

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] std::uint64_t num_vertices() const { return num_vertices_; }
  [[nodiscard]] int num_ranks() const { return num_ranks_; }
  [[nodiscard]] Grid grid() const { return grid_; }
  [[nodiscard]] const Shuffle& shuffle() const { return shuffle_; }
  /// Of every block: a multiple of 64, at least 64. Precondition: kind() is not kCyclic.
  [[nodiscard]] std::uint64_t block_size() const { return divider_.divisor(); }

  /// Precondition: v < num_vertices().
  [[nodiscard]] OwnedVertex locate(GlobalVertex v) const { return locate_hidden(shuffle_.hide(v)); }
  [[nodiscard]] int owner(GlobalVertex v) const { return locate(v).rank; }
  [[nodiscard]] LocalVertex local(GlobalVertex v) const { return locate(v).vertex; }
  /// Precondition: vertex is one of 0 .. size(rank)-1.
  [[nodiscard]] GlobalVertex global(int rank, LocalVertex vertex) const {
    return shuffle_.reveal(hidden(rank, vertex));
  }
  [[nodiscard]] GlobalVertex global(OwnedVertex owned) const {
    return global(owned.rank, owned.vertex);
  }
  /// How many vertices a rank owns.
  [[nodiscard]] std::uint32_t size(int rank) const;
  /// The most that a rank owns.
  [[nodiscard]] std::uint32_t largest_size() const;

  /// The same of vertices whose names are hidden already.
  [[nodiscard]] OwnedVertex locate_hidden(GlobalVertex name) const {
    const Divider::Result result = divider_.divide(name);
    if (kind_ == Kind::kCyclic) {
      return {static_cast<int>(result.remainder), local_vertex(result.quotient)};
    }
    return {rank_of_block(result.quotient), local_vertex(result.remainder)};
  }
  [[nodiscard]] GlobalVertex hidden(int rank, LocalVertex vertex) const {
    if (kind_ == Kind::kCyclic) {
      return std::uint64_t{index(vertex)} * divider_.divisor() + static_cast<std::uint64_t>(rank);
    }
    return block_of_rank(rank) * block_size() + index(vertex);
  }

 private:
  OwnerMap(Kind kind, std::uint64_t num_vertices, Grid grid, Shuffle shuffle);

  [[nodiscard]] int rank_of_block(std::uint64_t block) const {
    if (kind_ == Kind::kBlock) return static_cast<int>(block);
    return rank_of_block_[block];
  }
  [[nodiscard]] std::uint64_t block_of_rank(int rank) const {
    if (kind_ == Kind::kBlock) return static_cast<std::uint64_t>(rank);
    const auto row = static_cast<std::uint64_t>(rank / grid_.columns);
    const auto column = static_cast<std::uint64_t>(rank % grid_.columns);
    return column * static_cast<std::uint64_t>(grid_.rows) + row;
  }

  Kind kind_;
  std::uint64_t num_vertices_;
  Grid grid_;
  int num_ranks_;
  Shuffle shuffle_;
  Divider divider_;                 // by the ranks of a cyclic map, else by the size of a block
  std::vector<int> rank_of_block_;  // of a grid
};

}  // namespace strider::detail

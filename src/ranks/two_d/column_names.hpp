// Which vertices the columns of the matrix of a rank on a grid stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "partition/grid.hpp"
#include "partition/owner_map.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

class DenseNumbering;  // ranks/two_d/dense_numbering.hpp

/// The places of a block are its owner's vertices, or the connected ones among them, in the same
/// order: then a table has their offsets, of four bytes where a column of the grid has so few.
class ColumnNames {
 public:
  ColumnNames() = default;
  /// Every vertex has a column.
  ColumnNames(const OwnerMap& owners, const GridPlace& place);
  /// Every vertex that `columns`, of this place, has marked. Parallel. Throws MemoryError.
  ColumnNames(const OwnerMap& owners, const GridPlace& place, const DenseNumbering& columns,
              int threads);

  [[nodiscard]] GlobalVertex name(std::uint32_t column) const {
    return shuffle_.reveal(hidden(column));
  }
  /// As a column's vertex is named among ranks of other columns of the grid: below num_offsets().
  [[nodiscard]] std::uint64_t offset(std::uint32_t column) const {
    if (!narrow_.empty()) return narrow_[column];
    return wide_.empty() ? column : wide_[column];
  }
  [[nodiscard]] std::uint64_t num_offsets() const { return of_column_; }
  [[nodiscard]] GlobalVertex name_of_offset(int grid_column, std::uint64_t offset) const {
    return shuffle_.reveal(static_cast<std::uint64_t>(grid_column) * of_column_ + offset);
  }

  /// The column of a vertex that a rank of this column of the grid owns; none where it has none.
  [[nodiscard]] std::optional<std::uint32_t> find(int grid_row, LocalVertex vertex) const;

  // For loops: body(f) with a function that reads nothing of this but a table.

  /// f(column): its name.
  template <class F>
  void visit_names(F&& body) const {
    if (narrow_.empty() || !shuffle_.is_identity()) {
      return body([this](std::uint32_t column) { return name(column); });
    }
    body([table = narrow_.data(), first = first_](std::uint32_t column) {
      return GlobalVertex{first + table[column]};
    });
  }
  /// f(place): the own vertex.
  template <class F>
  void visit_own_vertices(F&& body) const {
    const std::uint64_t first = first_own_name_ - first_;
    const auto from = [&](const auto* table) {
      body([table, first](std::size_t place) { return table[place] - first; });
    };
    if (!narrow_.empty()) return from(narrow_.data() + first_own_);
    if (!wide_.empty()) return from(wide_.data() + first_own_);
    body([](std::size_t place) { return place; });
  }

  /// Whether isolated vertices have no columns.
  [[nodiscard]] bool leaves_out() const { return !narrow_.empty() || !wide_.empty(); }
  /// Places of the own block that stand for vertices: the first ones.
  [[nodiscard]] std::uint32_t num_own() const { return num_own_; }
  [[nodiscard]] std::uint32_t own_vertex(std::uint32_t place) const {
    return leaves_out() ? static_cast<std::uint32_t>(hidden(first_own_ + place) - first_own_name_)
                        : place;
  }
  [[nodiscard]] std::optional<std::uint32_t> find_own(std::uint32_t vertex) const;
  [[nodiscard]] GlobalVertex name_of_own(std::uint32_t vertex) const {
    return shuffle_.reveal(first_own_name_ + vertex);
  }

  /// to[v] = by_place[place] for the own vertices that have a place, `none` for the others, of any
  /// arrays of 1, 4 or 8 bytes an element. Parallel.
  template <class T>
  void spread(std::span<const T> by_place, T none, std::span<T> to, int threads) const;
  /// The first own vertex after that of the place before, and the end of all after the last place.
  [[nodiscard]] std::size_t begin_of(std::size_t place) const {
    if (place == 0) return 0;
    return place == num_own_ ? own_size_ : own_vertex(static_cast<std::uint32_t>(place));
  }

  [[nodiscard]] std::uint64_t bytes() const {
    return narrow_.span().size_bytes() + wide_.span().size_bytes();
  }
  /// What a table for the columns of `place` takes.
  [[nodiscard]] static std::uint64_t bytes(const OwnerMap& owners, const GridPlace& place) {
    return place.num_columns() *
           (is_narrow(owners, place) ? sizeof(std::uint32_t) : sizeof(std::uint64_t));
  }

 private:
  [[nodiscard]] static bool is_narrow(const OwnerMap& owners, const GridPlace& place) {
    return owners.block_size() * static_cast<std::uint64_t>(place.grid().rows) < 1ULL << 32U;
  }
  [[nodiscard]] std::uint64_t hidden(std::uint32_t column) const { return first_ + offset(column); }

  Shuffle shuffle_;
  std::uint64_t first_ = 0;       // hidden name of the first vertex of the column of the grid
  std::uint64_t of_column_ = 64;  // vertices of a column of the grid
  std::uint64_t of_block_ = 64;   // vertices of a block
  std::uint64_t first_own_name_ = 0;
  std::uint32_t first_own_ = 0;  // column
  std::uint32_t block_size_ = 64;
  std::uint32_t own_size_ = 0;
  std::uint32_t num_own_ = 0;
  int grid_row_ = 0;
  // By column; all ones of those past the last vertex of a block.
  Array<std::uint32_t> narrow_;
  Array<std::uint64_t> wide_;
};

}  // namespace strider::detail

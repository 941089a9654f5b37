// The part of an adjacency matrix that one rank holds, compressed by column: the rows in which a
// column has an entry, ascending.
//
// On many ranks the part is hypersparse: fewer entries than columns, so that an offset a column
// would be most of its memory. Then only the columns that have entries are kept (doubly compressed
// sparse columns; Buluç and Gilbert 2008, "On the representation and multiplication of hypersparse
// matrices").
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>

#include "base/parallel.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// How the columns are found.
enum class MatrixFormat : std::uint8_t {
  kAuto,  ///< kDcsc where fewer than a quarter of the columns have entries
  kCsc,   ///< an offset for each column: compressed sparse columns
  kDcsc   ///< names and offsets of the columns that have entries
};

/// Doubly compressed sparse columns. Memory that depends only on the entries.
class Dcsc {
 public:
  Dcsc() = default;
  /// columns[k], ascending, are those with entries: rows[offsets[k]] .. rows[offsets[k + 1] - 1].
  Dcsc(std::uint32_t num_columns, Array<std::uint32_t> columns, Array<EdgeIndex> offsets,
       Array<std::uint32_t> rows);

  [[nodiscard]] std::span<const std::uint32_t> rows(std::uint32_t column) const {
    const std::size_t k = find(column);
    if (k == columns_.size() || columns_[k] != column) return {};
    return rows_of(k);
  }
  /// The columns that have entries.
  [[nodiscard]] std::span<const std::uint32_t> columns() const { return columns_.span(); }
  /// Of columns()[k].
  [[nodiscard]] std::span<const std::uint32_t> rows_of(std::size_t k) const {
    return rows_.span().subspan(offsets_[k], offsets_[k + 1] - offsets_[k]);
  }
  /// Where the rows of the first column lie, and those of the others behind them.
  [[nodiscard]] const std::uint32_t* first_row() const { return rows_.data(); }
  [[nodiscard]] EdgeIndex num_entries() const { return rows_.size(); }
  /// The position of the first of columns() that is not below `column`. O(1) expected where the
  /// columns with entries lie evenly.
  [[nodiscard]] std::size_t find(std::uint32_t column) const {
    if (columns_.empty()) return 0;
    const std::size_t chunk = column >> chunk_bits_;
    const std::uint32_t* const begin = columns_.data() + chunks_[chunk];
    const std::uint32_t* const end = columns_.data() + chunks_[chunk + 1];
    return static_cast<std::size_t>(std::lower_bound(begin, end, column) - columns_.data());
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return columns_.span().size_bytes() + offsets_.span().size_bytes() + rows_.span().size_bytes() +
           chunks_.span().size_bytes();
  }

 private:
  Array<std::uint32_t> columns_;
  Array<EdgeIndex> offsets_;
  Array<std::uint32_t> rows_;
  // Chunk c of 2^chunk_bits_ columns has columns_[chunks_[c]] .. columns_[chunks_[c + 1] - 1].
  Array<std::uint32_t> chunks_;
  unsigned chunk_bits_ = 0;
};

/// An entry of a matrix on its way into it.
[[nodiscard]] constexpr std::uint64_t matrix_entry(std::uint32_t row, std::uint32_t column) {
  return std::uint64_t{column} << 32U | row;
}

class LocalMatrix {
 public:
  LocalMatrix() = default;
  /// Made of entries in any order, of which repetitions count once; `entries` is used as a buffer
  /// and released. Memory besides the result: that of the entries, and as much again at most,
  /// and a bit a column. Parallel; the result does not depend on the
  /// number of threads. Throws MemoryError.
  LocalMatrix(Array<std::uint64_t> entries, std::uint32_t num_rows, std::uint32_t num_columns,
              MatrixFormat format, int threads);

  /// body(Csr) or body(Dcsc): as an adjacency, the "neighbours" of a column are its rows.
  template <class Body>
  decltype(auto) visit(Body&& body) const {
    return std::visit(std::forward<Body>(body), columns_);
  }

  [[nodiscard]] std::uint32_t num_rows() const { return num_rows_; }
  [[nodiscard]] std::uint32_t num_columns() const { return num_columns_; }
  [[nodiscard]] EdgeIndex num_entries() const {
    return visit([](const auto& columns) { return entries_of(columns); });
  }
  /// kCsc or kDcsc.
  [[nodiscard]] MatrixFormat format() const {
    return std::holds_alternative<Csr>(columns_) ? MatrixFormat::kCsc : MatrixFormat::kDcsc;
  }
  /// In any format; loops better visit().
  [[nodiscard]] std::span<const std::uint32_t> rows(std::uint32_t column) const {
    return visit([&](const auto& columns) { return rows_in(columns, column); });
  }
  [[nodiscard]] std::uint64_t bytes() const;

  [[nodiscard]] static std::span<const std::uint32_t> rows_in(const Csr& columns,
                                                              std::uint32_t column) {
    return columns.neighbors(column);
  }
  [[nodiscard]] static std::span<const std::uint32_t> rows_in(const Dcsc& columns,
                                                              std::uint32_t column) {
    return columns.rows(column);
  }

  /// body(column, its rows) for the columns that have entries, and maybe others. Parallel.
  template <class Body>
  void for_each_column(int threads, const Body& body) const {
    visit([&](const auto& columns) {
      parallel_for(0, kept(columns), threads,
                   [&](std::size_t k) { body(column_at(columns, k), rows_at(columns, k)); });
    });
  }

  /// Rows turned into columns. Memory besides the result: 8 bytes an entry, and what the
  /// constructor takes. Throws MemoryError.
  [[nodiscard]] LocalMatrix transposed(MatrixFormat format, int threads) const;

 private:
  // The columns that are kept, by number.
  [[nodiscard]] static std::size_t kept(const Csr& columns) { return columns.num_vertices(); }
  [[nodiscard]] static std::size_t kept(const Dcsc& columns) { return columns.columns().size(); }
  [[nodiscard]] static std::uint32_t column_at(const Csr&, std::size_t k) {
    return static_cast<std::uint32_t>(k);
  }
  [[nodiscard]] static std::uint32_t column_at(const Dcsc& columns, std::size_t k) {
    return columns.columns()[k];
  }
  [[nodiscard]] static std::span<const std::uint32_t> rows_at(const Csr& columns, std::size_t k) {
    return columns.neighbors(static_cast<std::uint32_t>(k));
  }
  [[nodiscard]] static std::span<const std::uint32_t> rows_at(const Dcsc& columns, std::size_t k) {
    return columns.rows_of(k);
  }
  /// Where the rows of the first column lie, and those of the others behind them.
  [[nodiscard]] static const std::uint32_t* first_row(const Csr& columns) {
    return columns.targets().data();
  }
  [[nodiscard]] static const std::uint32_t* first_row(const Dcsc& columns) {
    return columns.first_row();
  }
  [[nodiscard]] static EdgeIndex entries_of(const Csr& columns) { return columns.num_arcs(); }
  [[nodiscard]] static EdgeIndex entries_of(const Dcsc& columns) { return columns.num_entries(); }

  std::uint32_t num_rows_ = 0;
  std::uint32_t num_columns_ = 0;
  std::variant<Csr, Dcsc> columns_;
};

}  // namespace strider::detail

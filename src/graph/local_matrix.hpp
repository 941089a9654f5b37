// The part of an adjacency matrix that one rank holds, compressed by column: the rows in which a
// column has an entry, ascending.
//
// On many ranks the part is hypersparse: fewer entries than columns, so that an offset a column
// would be most of its memory. Then only the columns that have entries have one, and a bitmap says
// which these are (Ueno et al. 2017, "Efficient breadth-first search on massively parallel and
// distributed-memory machines", section 4.2).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "base/count_ones.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "graph/matrix_format.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Compressed sparse columns of a hypersparse matrix: 1.5 bits a column, and 4 bytes for each that
/// has entries.
class BitmapCsc {
 public:
  static constexpr std::uint32_t kWord = 64;

  BitmapCsc() = default;
  /// Entries (matrix_entry) that ascend strictly, fewer than 2^32. Parallel. Throws MemoryError,
  /// UsageError where they are more.
  BitmapCsc(std::span<const std::uint64_t> entries, std::uint32_t num_columns, int threads);

  /// Whether a column has entries.
  [[nodiscard]] bool has(std::uint32_t column) const {
    return (word(column / kWord) >> (column % kWord) & 1U) != 0;
  }
  [[nodiscard]] std::span<const std::uint32_t> rows(std::uint32_t column) const {
    return has(column) ? rows_of(place(column)) : std::span<const std::uint32_t>();
  }

  /// Columns that have entries.
  [[nodiscard]] std::size_t num_kept() const { return starts_.empty() ? 0 : starts_.size() - 1; }
  [[nodiscard]] std::size_t num_words() const { return words_.size(); }
  /// Which of the columns 64 w to 64 w + 63 have entries.
  [[nodiscard]] std::uint64_t word(std::size_t w) const { return words_[w]; }
  /// How many columns before those have entries.
  [[nodiscard]] std::uint32_t before(std::size_t w) const { return before_[w]; }
  /// How many columns before `column`, which has entries, have them.
  [[nodiscard]] std::uint32_t place(std::uint32_t column) const {
    const std::uint64_t below = (std::uint64_t{1} << (column % kWord)) - 1;
    return before_[column / kWord] + count_ones(word(column / kWord) & below);
  }
  /// Of the column at a place.
  [[nodiscard]] std::span<const std::uint32_t> rows_of(std::uint32_t place) const {
    return rows_.span().subspan(starts_[place], starts_[place + std::size_t{1}] - starts_[place]);
  }
  // To be fetched ahead, one after the other:
  void fetch_word(std::uint32_t column) const {
    prefetch_to_read(&words_[column / kWord]);
    prefetch_to_read(&before_[column / kWord]);
  }
  void fetch_start(std::uint32_t place) const { prefetch_to_read(&starts_[place]); }
  void fetch_rows(std::uint32_t place) const { prefetch_to_read(rows_.data() + starts_[place]); }
  /// Where the rows of the first column lie, and those of the others behind them.
  [[nodiscard]] const std::uint32_t* first_row() const { return rows_.data(); }
  [[nodiscard]] EdgeIndex num_entries() const { return rows_.size(); }
  [[nodiscard]] std::uint64_t bytes() const {
    return words_.span().size_bytes() + before_.span().size_bytes() + starts_.span().size_bytes() +
           rows_.span().size_bytes();
  }

 private:
  Array<std::uint32_t> rows_;
  Array<std::uint64_t> words_;
  Array<std::uint32_t> before_;  // by word
  Array<std::uint32_t> starts_;  // by place, and one behind
};

/// An entry of a matrix on its way into it.
[[nodiscard]] constexpr std::uint64_t matrix_entry(std::uint32_t row, std::uint32_t column) {
  return std::uint64_t{column} << 32U | row;
}

class LocalMatrix {
 public:
  LocalMatrix() = default;
  /// Made of entries in any order, of which repetitions count once; they are released as they are
  /// read. Memory besides the result: that of the entries, and a bit a column; with kCsc, where
  /// some repeat, 4 bytes an entry, with kBitmap as much again as the entries. Parallel; the result
  /// does not depend on the number of threads. Throws MemoryError.
  LocalMatrix(std::vector<Array<std::uint64_t>> parts, std::uint32_t num_rows,
              std::uint32_t num_columns, MatrixFormat format, int threads);
  LocalMatrix(Array<std::uint64_t> entries, std::uint32_t num_rows, std::uint32_t num_columns,
              MatrixFormat format, int threads);
  /// Made already, as kCsc: the "neighbours" of a column are its rows, ascending and distinct.
  LocalMatrix(Csr columns, std::uint32_t num_rows)
      : num_rows_(num_rows), num_columns_(columns.num_vertices()), columns_(std::move(columns)) {}
  /// What kAuto is for these entries: kCsc or kBitmap. A bit a column.
  [[nodiscard]] static MatrixFormat fitting(MatrixFormat format,
                                            std::span<const Array<std::uint64_t>> parts,
                                            std::uint32_t num_columns, int threads);

  /// body(Csr) or body(BitmapCsc): as an adjacency, the "neighbours" of a column are its rows.
  template <class Body>
  decltype(auto) visit(Body&& body) const {
    return std::visit(std::forward<Body>(body), columns_);
  }

  [[nodiscard]] std::uint32_t num_rows() const { return num_rows_; }
  [[nodiscard]] std::uint32_t num_columns() const { return num_columns_; }
  [[nodiscard]] EdgeIndex num_entries() const {
    return visit([](const auto& columns) { return entries_of(columns); });
  }
  /// kCsc or kBitmap.
  [[nodiscard]] MatrixFormat format() const {
    return std::holds_alternative<Csr>(columns_) ? MatrixFormat::kCsc : MatrixFormat::kBitmap;
  }
  /// Null in another format.
  [[nodiscard]] const Csr* csc() const { return std::get_if<Csr>(&columns_); }
  [[nodiscard]] const BitmapCsc* bitmap() const { return std::get_if<BitmapCsc>(&columns_); }
  /// In any format; loops better visit().
  [[nodiscard]] std::span<const std::uint32_t> rows(std::uint32_t column) const {
    return visit([&](const auto& columns) { return rows_in(columns, column); });
  }
  [[nodiscard]] std::uint64_t bytes() const;

  [[nodiscard]] static std::span<const std::uint32_t> rows_in(const Csr& columns,
                                                              std::uint32_t column) {
    return columns.neighbors(column);
  }
  [[nodiscard]] static std::span<const std::uint32_t> rows_in(const BitmapCsc& columns,
                                                              std::uint32_t column) {
    return columns.rows(column);
  }

  /// body(column, its rows) for the columns that have entries, and maybe others. Parallel.
  template <class Body>
  void for_each_column(int threads, const Body& body) const {
    if (const auto* const csc = std::get_if<Csr>(&columns_)) {
      return parallel_for(0, csc->num_vertices(), threads, [&](std::size_t k) {
        const auto column = static_cast<std::uint32_t>(k);
        body(column, csc->neighbors(column));
      });
    }
    const auto& kept = std::get<BitmapCsc>(columns_);
    parallel_for(0, kept.num_words(), threads, [&](std::size_t w) {
      for (std::uint64_t rest = kept.word(w); rest != 0; rest &= rest - 1) {
        const auto column = static_cast<std::uint32_t>(
            w * BitmapCsc::kWord + static_cast<std::size_t>(std::countr_zero(rest)));
        body(column, kept.rows_of(kept.place(column)));
      }
    });
  }

  /// Rows turned into columns. Memory besides the result: with kBitmap 8 bytes an entry, with
  /// several threads twice that. Throws MemoryError.
  [[nodiscard]] LocalMatrix transposed(MatrixFormat format, int threads) const;
  /// What kAuto is for that: kCsc or kBitmap. A bit a row.
  [[nodiscard]] MatrixFormat fitting_transpose(MatrixFormat format, int threads) const;

 private:
  /// Where the rows of the first column lie, and those of the others behind them.
  [[nodiscard]] static const std::uint32_t* first_row(const Csr& columns) {
    return columns.targets().data();
  }
  [[nodiscard]] static const std::uint32_t* first_row(const BitmapCsc& columns) {
    return columns.first_row();
  }
  [[nodiscard]] static EdgeIndex entries_of(const Csr& columns) { return columns.num_arcs(); }
  [[nodiscard]] static EdgeIndex entries_of(const BitmapCsc& columns) {
    return columns.num_entries();
  }

  std::uint32_t num_rows_ = 0;
  std::uint32_t num_columns_ = 0;
  std::variant<Csr, BitmapCsc> columns_;
};

}  // namespace strider::detail

// A result as a table. A verb says what its columns are and how a row gives their cells; a format
// says how cells are written. Neither knows the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "strider/labels.hpp"
#include "strider/types.hpp"

namespace strider {

/// What the cells of a column are made of.
enum class CellType : std::uint8_t {
  kLabel,     ///< GlobalVertex, written as its label
  kCount,     ///< std::uint64_t
  kDistance,  ///< std::uint64_t, infinite if missing; .npy stores it as float64
  kUint32,    ///< std::uint32_t
  kFloat,     ///< float, infinite if missing
  kDouble     ///< double, infinite if missing
};

/// The type of weights or scores W.
template <class W>
inline constexpr CellType kCellOf = std::is_integral_v<W> ? CellType::kUint32
                                    : sizeof(W) == 4      ? CellType::kFloat
                                                          : CellType::kDouble;
/// The type of distances over weights W.
template <class W>
inline constexpr CellType kDistanceCellOf =
    std::is_integral_v<W> ? CellType::kDistance : kCellOf<W>;

/// A value of the type that its column has, or none: unreached.
class Cell {
 public:
  Cell() = default;
  template <class T>
  explicit Cell(T value) : is_missing_(false) {
    static_assert(sizeof(T) <= sizeof(bits_));
    std::memcpy(&bits_, &value, sizeof(value));
  }
  /// Missing if there is no value.
  template <class T>
  explicit Cell(const std::optional<T>& value) : Cell(value ? Cell(*value) : Cell()) {}
  [[nodiscard]] bool is_missing() const { return is_missing_; }
  /// Precondition: it was made of a T.
  template <class T>
  [[nodiscard]] T as() const {
    T value;
    std::memcpy(&value, &bits_, sizeof(value));
    return value;
  }

 private:
  std::uint64_t bits_ = 0;
  bool is_missing_ = true;
};

/// Makes a column's cells of rows begin .. begin+count-1, of which each is `width` cells behind the
/// last. Called from several threads at once.
using CellSource =
    std::function<void(std::size_t begin, std::size_t count, std::size_t width, Cell* cells)>;

struct Column {
  std::string_view name;
  CellType type;
  CellSource cells;
};

/// A column whose row i has the value get(i), or an optional one.
template <class Get>
[[nodiscard]] Column column(std::string_view name, CellType type, Get get) {
  return {name, type, [get](std::size_t begin, std::size_t count, std::size_t width, Cell* cells) {
            for (std::size_t i = begin; i < begin + count; ++i, cells += width) {
              *cells = Cell(get(i));
            }
          }};
}

/// What formats know of a table.
struct TableSchema {
  std::span<const Column> columns;
  /// What LDBC Graphalytics has no format for ("spanning forests"). Empty if it has one: the first
  /// two columns.
  std::string_view unknown_to_ldbc;
};

/// The labels of vertices as numbers. Graphs of more than kMaxVertices vertices have dense labels.
class NumberLabels {
 public:
  /// `labels` outlive it.
  explicit NumberLabels(const Labels& labels)
      : labels_(labels),
        kind_(labels.kind()),
        base_(kind_ == LabelKind::kDense ? labels.base() : 0) {}
  /// Whether labels are texts, which have no numbers.
  [[nodiscard]] bool are_text() const { return kind_ == LabelKind::kText; }
  /// Precondition: not are_text().
  [[nodiscard]] std::uint64_t operator[](GlobalVertex v) const {
    return kind_ == LabelKind::kDense ? base_ + v : labels_.number(static_cast<Vertex>(v));
  }

 private:
  const Labels& labels_;
  LabelKind kind_;
  std::uint64_t base_;
};

/// A result, or the part of it that one rank has.
struct ResultTable {
  const Labels& labels;
  std::uint64_t num_vertices;  ///< that have labels
  std::size_t num_rows;
  std::vector<Column> columns;
  std::string_view unknown_to_ldbc = {};

  [[nodiscard]] TableSchema schema() const { return {columns, unknown_to_ldbc}; }
  /// Makes the cells of rows begin .. begin+count-1, row by row.
  void fill(std::size_t begin, std::size_t count, Cell* cells) const {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      columns[c].cells(begin, count, columns.size(), cells + c);
    }
  }
};

}  // namespace strider

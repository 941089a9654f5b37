// A row of numbers: an edge, and perhaps its weight.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "io/text/edge_list_layout.hpp"
#include "io/text/rows.hpp"

namespace strider {

/// One edge a line, for parse_rows: numbers in given columns, with or without a weight.
template <class E, bool W>
class EdgeRow {
 public:
  static constexpr bool kWeighted = W;

  /// Precondition: layout.rows is kNumbers; with a weight column if W.
  explicit EdgeRow(const EdgeListLayout& layout) : delimiter_(layout.delimiter) {
    struct Place {
      unsigned column;
      Cell cell;
    };
    std::array<Place, 3> places{{{layout.source_column, Cell::kSource},
                                 {layout.target_column, Cell::kTarget},
                                 {layout.weight_column.value_or(0), Cell::kWeight}}};
    std::sort(places.begin(), places.begin() + kCells,
              [](const Place& a, const Place& b) { return a.column < b.column; });
    unsigned next = 0;
    for (std::size_t i = 0; i < kCells; ++i) {
      steps_[i] = {places[i].column - next, places[i].cell};
      next = places[i].column + 1;
    }
    more_columns_ = layout.columns > next;
  }

  [[nodiscard]] bool is_comment(const char* at) const { return strider::is_comment(at); }

  const char* parse(const char* at, E& edge) const {
    ScannedWeight none{};
    return parse_cells(at, edge, none);
  }
  const char* parse(const char* at, E& edge, ScannedWeight& weight) const {
    return parse_cells(at, edge, weight);
  }

 private:
  enum class Cell : std::uint8_t { kSource, kTarget, kWeight };
  struct Step {
    unsigned skipped;  ///< columns before the cell
    Cell cell;
  };
  static constexpr std::size_t kCells = W ? 3 : 2;

  const char* parse_cells(const char* at, E& edge, ScannedWeight& weight) const {
    for (std::size_t i = 0; i < kCells; ++i) {
      if (i > 0) at = next_column(at);
      at = skip_columns(at, steps_[i].skipped);
      switch (steps_[i].cell) {
        case Cell::kSource:
          edge.source = scan_end(at);
          break;
        case Cell::kTarget:
          edge.target = scan_end(at);
          break;
        case Cell::kWeight:
          weight = scan_weight_cell(at);
          break;
      }
    }
    return finish(at);
  }

  /// From the end of a cell to the start of the next one.
  [[nodiscard]] const char* next_column(const char* at) const {
    if (delimiter_ == '\t') {
      // Two tabs have an empty cell between them.
      while (*at == ' ') ++at;
      if (*at == '\t') ++at;
      while (*at == ' ') ++at;
      return at;
    }
    at = skip_blanks(at);
    if (*at == delimiter_) return skip_blanks(at + 1);
    if (delimiter_ != ' ' && !is_line_end(*at)) {
      fail_at(at, fmt::format("expected '{}' between columns, as in the first row, found {}",
                              delimiter_, quote_field(at)));
    }
    return at;
  }
  /// Commas and semicolons that are not the delimiter belong to the cell.
  [[nodiscard]] bool is_cell_end(char c) const {
    return is_blank(c) || is_line_end(c) || c == delimiter_;
  }
  [[nodiscard]] const char* skip_columns(const char* at, unsigned columns) const {
    for (; columns > 0; --columns) {
      if (delimiter_ == ' ') {
        while (!is_cell_end(*at)) ++at;
      } else {
        while (*at != delimiter_ && !is_line_end(*at)) ++at;
      }
      at = next_column(at);
    }
    return at;
  }

  [[nodiscard]] ScannedWeight scan_weight_cell(const char*& at) const {
    const char* const start = at;
    ScannedWeight weight{};
    if (scan_weight(at, weight) == Scan::kOk && is_cell_end(*at)) return weight;
    fail_weight(start);
  }
  [[noreturn]] void fail_weight(const char* start) const {
    const char* end = start;
    while (!is_cell_end(*end)) ++end;
    if (end == start)
      fail_at(start, fmt::format("expected a weight, found {}", quote_field(start)));
    fail_at(start, describe_bad_weight({start, static_cast<std::size_t>(end - start)}));
  }
  auto scan_end(const char*& at) const {
    std::uint64_t number = 0;
    const char* const start = at;
    const Scan scanned = scan_unsigned(at, number);
    if (scanned != Scan::kOk || !is_cell_end(*at)) fail_end(start, scanned);
    using Id = decltype(E::source);
    if (number > std::numeric_limits<Id>::max()) throw NumberTooWide{};
    return static_cast<Id>(number);
  }
  [[noreturn]] static void fail_end(const char* start, Scan scanned) {
    if (*start == '-' && is_digit(start[1])) {
      fail_at(start,
              fmt::format("vertex numbers cannot be negative, found {}", quote_field(start)));
    }
    if (scanned == Scan::kOverflow) {
      fail_at(start,
              fmt::format("the vertex number {} needs more than 64 bits", quote_field(start)));
    }
    const std::string_view cell(start, static_cast<std::size_t>(skip_field(start) - start));
    fail_at(start, fmt::format("expected a vertex number as in the first rows, found {}{}",
                               quote_field(start), hint_at_words(cell)));
  }

  [[nodiscard]] const char* finish(const char* at) const {
    at = skip_blanks(at);
    if (*at == '\n') return at;
    if (more_columns_ || strider::is_comment(at)) {
      while (!is_line_end(*at)) ++at;
    }
    return at;
  }

  std::array<Step, 3> steps_{};
  char delimiter_;
  bool more_columns_;
};

}  // namespace strider

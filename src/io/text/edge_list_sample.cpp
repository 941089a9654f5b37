#include "io/text/edge_list_sample.hpp"

#include <algorithm>

#include "io/text/cell_reader.hpp"
#include "io/text/scan.hpp"

namespace strider {
namespace {

/// Rows of numbers may end in a comment; in labels that are words, # and % may be letters.
void drop_comment(Cells& cells) {
  if (cells.size() < 3 || !is_integer(cells[0]) || !is_integer(cells[1])) return;
  const auto begins_comment = [](const std::string& cell) {
    return cell.starts_with('#') || cell.starts_with('%') || cell.starts_with("//");
  };
  cells.erase(std::find_if(cells.begin() + 2, cells.end(), begins_comment), cells.end());
}

}  // namespace

bool is_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool is_number(std::string_view text) {
  ScannedWeight weight{};
  return !text.empty() && parse_weight(text, weight);
}

bool looks_like_number(std::string_view text) {
  std::string with_point(text);
  std::ranges::replace(with_point, ',', '.');
  return is_number(with_point);
}

std::optional<std::uint64_t> vertex_of(std::string_view cell) {
  if (const auto number = parse_number(cell)) return number;
  // From here on reals are not all integers.
  constexpr double kLeastInexact = 9007199254740992;
  ScannedWeight real{};
  if (cell.empty() || !parse_weight(cell, real) || is_integer(cell)) return std::nullopt;
  if (real.value < 0 || real.value >= kLeastInexact) return std::nullopt;
  const auto number = static_cast<std::uint64_t>(real.value);
  return static_cast<double>(number) == real.value ? std::optional(number) : std::nullopt;
}

bool is_missing(std::string_view cell) {
  return cell.empty() || cell == "NA" || cell == "nan" || cell == "NaN";
}

bool is_word(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
  };
  return std::any_of(text.begin(), text.end(), is_letter) && !is_number(text) && !is_missing(text);
}

Sample sample_rows(std::string_view text, std::optional<char> delimiter, std::size_t most_rows) {
  Sample sample;
  sample.delimiter = delimiter.value_or(find_delimiter(text.data()));
  CellReader reader(text, sample.delimiter);
  constexpr std::size_t kMostCells = std::size_t{1} << 18;
  for (std::size_t cells = 0; sample.rows.size() < most_rows && cells < kMostCells && reader.next();
       cells += reader.cells().size()) {
    sample.rows.push_back({reader.row(), Cells(reader.cells().begin(), reader.cells().end())});
    drop_comment(sample.rows.back().cells);
  }
  return sample;
}

}  // namespace strider

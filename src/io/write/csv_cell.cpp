#include "io/write/csv_cell.hpp"

#include <csv.h>

#include <algorithm>

namespace strider {

bool needs_quotes(std::string_view cell) {
  return cell.empty() || cell.starts_with('#') || cell.starts_with('%') || cell.starts_with("//") ||
         std::any_of(cell.begin(), cell.end(), [](char c) {
           return c == ',' || c == ';' || c == '"' || c == '\'' || (c >= 0 && c <= ' ');
         });
}

void append_csv(std::string_view cell, TextBuffer& out) {
  if (!needs_quotes(cell)) return out.append(cell);
  const std::size_t longest = 2 * cell.size() + 2;
  char* const at = out.room(longest);
  out.advance_to(at + csv_write(at, longest, cell.data(), cell.size()));
}

}  // namespace strider

#include "io/results/split_row.hpp"

#include <algorithm>

#include "strider/error.hpp"

namespace strider {
namespace {

void split_line(std::string_view line, CellSeparator separator,
                std::vector<std::string_view>& cells) {
  const bool keeps_empty = separator == CellSeparator::kTab;
  const std::string_view separators = keeps_empty ? "\t" : " ,";
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(separators), line.size());
    if (end > 0 || keeps_empty) cells.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
}

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace

CellSeparator separator_of(std::string_view line) {
  if (line.find('\t') != std::string_view::npos && !line.starts_with('"'))
    return CellSeparator::kTab;
  return line.find(',') != std::string_view::npos ? CellSeparator::kComma : CellSeparator::kBlank;
}

std::string_view RowSplitter::peek_line() const {
  std::string_view line = rest_.substr(0, rest_.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void RowSplitter::skip_line() {
  rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size() - 1) + 1);
  ++line_;
}

const std::vector<std::string_view>& RowSplitter::take_row(CellSeparator separator) {
  cells_.clear();
  if (separator == CellSeparator::kComma) {
    take_csv_row();
  } else {
    split_line(peek_line(), separator, cells_);
    skip_line();
  }
  return cells_;
}

void RowSplitter::take_csv_row() {
  unquoted_.clear();
  while (true) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    cells_.push_back(rest_.starts_with('"') ? take_quoted() : take_plain());
    if (!rest_.starts_with(',')) break;
    rest_.remove_prefix(1);
  }
  if (!rest_.empty()) skip_line();
}

std::string_view RowSplitter::take_plain() {
  const std::string_view line = peek_line();
  const std::string_view cell = line.substr(0, line.find(','));
  rest_.remove_prefix(cell.size());
  return without_blanks(cell);
}

std::string_view RowSplitter::take_quoted() {
  const std::uint64_t first_line = line_;
  std::string& cell = unquoted_.emplace_back();
  rest_.remove_prefix(1);
  while (true) {
    const std::size_t quote = rest_.find('"');
    if (quote == std::string_view::npos) {
      throw InputError(path_, first_line, "a quote is not closed");
    }
    const std::string_view part = rest_.substr(0, quote);
    line_ += static_cast<std::uint64_t>(std::count(part.begin(), part.end(), '\n'));
    cell += part;
    rest_.remove_prefix(quote + 1);
    if (!rest_.starts_with('"')) break;
    cell += '"';
    rest_.remove_prefix(1);
  }
  rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
  if (!peek_line().empty() && !rest_.starts_with(',')) {
    throw InputError(path_, line_, "expected a comma or the end of the line after a quoted cell");
  }
  return cell;
}

}  // namespace strider

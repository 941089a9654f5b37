#include "io/text/cell_reader.hpp"

#include <algorithm>
#include <new>

#include "base/stop.hpp"
#include "io/text/rows.hpp"

namespace strider {
namespace {

void free_parser(csv_parser* parser) {
  csv_free(parser);
  delete parser;
}

std::unique_ptr<csv_parser, void (*)(csv_parser*)> make_parser(char delimiter) {
  std::unique_ptr<csv_parser, void (*)(csv_parser*)> parser(new csv_parser, free_parser);
  if (csv_init(parser.get(), CSV_STRICT) != 0) throw std::bad_alloc();
  csv_set_delim(parser.get(), static_cast<unsigned char>(delimiter));
  return parser;
}

/// The character behind the text between the quotes that begin at `at`, in which a quote is
/// doubled; the end of the text where they are not closed.
const char* behind_quotes(const char* at) {
  for (++at; *at != '\0'; ++at) {
    if (*at != '"') continue;
    if (at[1] != '"') return at + 1;
    ++at;
  }
  return at;
}

[[noreturn]] void fail_at_carriage_return(const char* row) {
  fail_at(row, "found a carriage return within the line");
}

}  // namespace

Field next_field(const char*& at, char delimiter) {
  const auto is_end = [delimiter](char c) {
    return is_line_end(c) || (delimiter == ' ' ? is_blank(c) : c == delimiter);
  };
  while (is_blank(*at) && *at != delimiter) ++at;
  if (delimiter == ' ') at = skip_blanks(at);
  const char* begin = at;
  const char* end = at;
  if (delimiter == ' ' && *at == '"') {
    do {
      ++at;
    } while (*at != '"' && !is_line_end(*at));
    if (*at == '"') ++at;
  }
  while (!is_end(*at)) ++at;
  end = at;
  while (end > begin && is_blank(end[-1])) --end;
  if (delimiter != ' ' && *at == delimiter) ++at;
  if (end - begin >= 2 && *begin == '"' && end[-1] == '"') {
    ++begin;
    --end;
  }
  return {begin, {begin, static_cast<std::size_t>(end - begin)}};
}

char find_delimiter(const char* at) {
  bool has_semicolon = false;
  bool has_comma = false;
  bool has_lone_tab = false;
  char before = ' ';  // the last character that is no blank
  const auto is_other = [](char c) { return c == ',' || c == ';'; };
  for (const char* c = at; !is_line_end(*c); ++c) {
    if (*c == '"' && (c == at || is_field_end(c[-1]))) {
      c = behind_quotes(c);
      if (is_line_end(*c)) break;
    }
    has_semicolon |= *c == ';';
    has_comma |= *c == ',';
    has_lone_tab |= *c == '\t' && !is_other(before) && !is_other(*skip_blanks(c));
    if (!is_blank(*c)) before = *c;
  }
  if (has_lone_tab) return '\t';
  if (has_semicolon) return ';';
  return has_comma ? ',' : ' ';
}

CellReader::CellReader(std::string_view text, char delimiter, RowRules rules)
    : at_(text.data()),
      end_(text.data() + text.size()),
      row_(at_),
      delimiter_(delimiter),
      rules_(rules),
      parser_(make_parser(delimiter)) {}

bool CellReader::next() {
  // Between two looks at the stop flag.
  constexpr std::uint64_t kRowsTogether = 4096;
  cells_.clear();
  for (; at_ < end_; at_ = std::min(find_line_end(at_, end_) + 1, end_)) {
    const char* const begin = skip_blanks(at_);
    if (begin >= end_ || *begin == '\n') continue;
    if (rules_ == RowRules::kEdgeList && is_comment(begin)) continue;
    // Between tabs, a row may begin with an empty cell.
    row_ = delimiter_ == '\t' ? at_ : begin;
    at_ = row_;
    if (++rows_read_ % kRowsTogether == 0) throw_if_stopped();
    if (delimiter_ == ' ') {
      split_at_blanks();
    } else {
      split_at_delimiters();
    }
    return true;
  }
  row_ = end_;
  return false;
}

void CellReader::split_at_blanks() {
  // A table may have thousands; a hub's METIS line read by mistake has millions.
  constexpr std::size_t kMostCells = std::size_t{1} << 16;
  while (!is_line_end(*at_) && cells_.size() < kMostCells) {
    cells_.emplace_back(next_field(at_, delimiter_).text);
    at_ = skip_blanks(at_);
  }
  at_ = std::min(find_line_end(at_, end_) + 1, end_);
}

void CellReader::split_at_delimiters() {
  const char* const line_end = find_line_end(at_, end_);
  std::string_view line(at_, static_cast<std::size_t>(line_end - at_));
  if (line.ends_with('\r')) line.remove_suffix(1);
  const bool as_it_is = rules_ == RowRules::kResult && delimiter_ == '\t';
  for (;;) {
    const std::size_t size = std::min(line.find(delimiter_), line.size());
    const std::string_view cell = line.substr(0, size);
    cells_.push_back(as_it_is ? cell : trim(cell));
    // A quoted cell may contain line ends, so libcsv finds the end of the row.
    if (!as_it_is && cells_.back().starts_with('"')) return parse_record();
    if (cell.find('\r') != std::string_view::npos) fail_at_carriage_return(row_);
    if (size == line.size()) break;
    line.remove_prefix(size + 1);
  }
  at_ = std::min(line_end + 1, end_);
}

void CellReader::parse_record() {
  // A row of more lines has a quote that is not closed, and would take all that follows.
  constexpr std::size_t kLongestRow = std::size_t{1} << 20;
  unquoted_.clear();
  rows_ended_ = 0;
  while (rows_ended_ == 0) {
    if (at_ >= end_ || static_cast<std::size_t>(at_ - row_) > kLongestRow) {
      fail_at(row_, "a quote that this row opens is not closed");
    }
    const char* const line_end = find_line_end(at_, end_);
    const auto size = static_cast<std::size_t>(line_end - at_);
    const std::size_t parsed = csv_parse(parser_.get(), at_, size, on_cell, on_row, this);
    if (parsed < size) {
      if (csv_error(parser_.get()) != CSV_EPARSE) throw std::bad_alloc();
      fail_at(at_ + parsed,
              "found a quote within a cell: quote the whole cell and double the quote");
    }
    // A carriage return ends a row, too; only the one at the end of a line may.
    if (rows_ended_ > 1 || (rows_ended_ == 1 && line_end[-1] != '\r')) {
      fail_at_carriage_return(row_);
    }
    // Also behind the last line, which may have no line end of its own.
    csv_parse(parser_.get(), "\n", 1, on_cell, on_row, this);
    at_ = std::min(line_end + 1, end_);
  }
  cells_.assign(unquoted_.begin(), unquoted_.end());
}

void CellReader::on_cell(void* text, std::size_t size, void* reader) {
  static_cast<CellReader*>(reader)->unquoted_.emplace_back(static_cast<const char*>(text), size);
}

void CellReader::on_row(int, void* reader) {
  ++static_cast<CellReader*>(reader)->rows_ended_;
}

}  // namespace strider

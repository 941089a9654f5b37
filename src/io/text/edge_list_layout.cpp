#include "io/text/edge_list_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "io/input_file.hpp"
#include "io/text/rows.hpp"

namespace strider {
namespace {

constexpr std::array<std::string_view, 8> kSourceNames{"source", "src",   "from", "fromnodeid",
                                                       "srcnid", "node1", "u",    "source_id"};
constexpr std::array<std::string_view, 10> kTargetNames{
    "target", "dst", "dest", "destination", "to", "tonodeid", "dstnid", "node2", "v", "target_id"};
constexpr std::array<std::string_view, 13> kWeightNames{
    "weight", "weights", "wgt",      "w",    "wt",   "value",   "val",
    "length", "len",     "distance", "dist", "cost", "capacity"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

/// A number or a negative number, which the parser of rows refuses with its line.
bool is_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool is_weight(const Field& field) {
  const char* at = field.at;
  ScannedWeight weight{};
  return scan_weight(at, weight) == Scan::kOk;
}

std::optional<std::uint64_t> as_count(const Field& field) {
  const char* at = field.at;
  std::uint64_t count = 0;
  if (scan_unsigned(at, count) != Scan::kOk || at != field.text.data() + field.text.size()) {
    return std::nullopt;
  }
  return count;
}

using Names = std::vector<std::string>;

Names names_of(const std::vector<Field>& fields) {
  Names names;
  for (const Field& field : fields) names.push_back(lower_case(field.text));
  return names;
}

bool name_edge_ends(const Names& names) {
  return names.size() >= 2 &&
         std::any_of(names.begin(), names.end(),
                     [](const auto& n) { return is_one_of(kSourceNames, n); }) &&
         std::any_of(names.begin(), names.end(),
                     [](const auto& n) { return is_one_of(kTargetNames, n); });
}

/// Separators that text labels may not contain win over those that they may.
Separator find_separator(const char* at) {
  const char* end = at;
  while (!is_line_end(*end)) ++end;
  const std::string_view line(at, static_cast<std::size_t>(end - at));
  for (const Separator separator : {Separator::kSemicolon, Separator::kComma, Separator::kTab}) {
    if (line.find(static_cast<char>(separator)) != std::string_view::npos) return separator;
  }
  return Separator::kBlanks;
}

/// Walks over the lines that a human would read first.
class Preamble {
 public:
  Preamble(std::string_view text, EdgeListLayout& layout)
      : at_(text.data()), end_(text.data() + text.size()), layout_(layout) {}

  /// Moves to the next line that is no comment; false at the end of the text.
  bool next_row() {
    for (;;) {
      at_ = skip_blanks(at_);
      if (at_ >= end_) return false;
      if (is_comment(at_)) {
        read_comment();
        at_ = find_line_end(at_, end_);
      } else if (*at_ == '\n') {
        ++at_;
      } else {
        return true;
      }
    }
  }
  [[nodiscard]] const char* at() const { return at_; }
  void skip_row() { at_ = find_line_end(at_, end_); }
  /// The words of the last comment: often the names of the columns.
  [[nodiscard]] const Names& last_comment() const { return last_comment_; }
  [[nodiscard]] bool weights_denied() const { return weights_denied_; }

 private:
  void read_comment() {
    const bool konect = *at_ == '%';
    const char* at = at_;
    while (*at == '#' || *at == '%' || *at == '/') ++at;
    const Names words = names_of(split_fields(at, Separator::kBlanks));
    if (konect) read_konect(words);
    if (words.size() >= 2 && words[1].starts_with("graph") && !layout_.directedness) {
      if (words[0] == "undirected") say(Directedness::kUndirected, "the header says undirected");
      if (words[0] == "directed") say(Directedness::kDirected, "the header says directed");
    }
    last_comment_ = words;
  }

  /// "% asym posweighted": the first line of a KONECT file.
  void read_konect(const Names& words) {
    if (words.size() < 2 || layout_.directedness) return;
    if (words[0] == "bip") {
      fail_at(at_, "bipartite KONECT files number their two sides separately, which is not read");
    }
    if (words[0] == "sym") say(Directedness::kUndirected, "the header says sym");
    if (words[0] == "asym") say(Directedness::kDirected, "the header says asym");
    weights_denied_ = layout_.directedness && (words[1] == "unweighted" || words[1] == "positive");
  }

  void say(Directedness directedness, const char* reason) {
    layout_.directedness = directedness;
    layout_.directedness_reason = reason;
  }

  const char* at_;
  const char* end_;
  EdgeListLayout& layout_;
  Names last_comment_;
  bool weights_denied_ = false;
};

/// Finds source, target and weight among named columns.
void use_names(const Names& names, const char* at, EdgeListLayout& layout) {
  std::optional<unsigned> source;
  std::optional<unsigned> target;
  std::optional<unsigned> weight;
  for (unsigned i = 0; i < names.size(); ++i) {
    if (!source && is_one_of(kSourceNames, names[i])) source = i;
    if (!target && is_one_of(kTargetNames, names[i])) target = i;
    if (!weight && is_one_of(kWeightNames, names[i])) weight = i;
  }
  layout.source_column = source.value_or(0);
  layout.target_column = target.value_or(layout.source_column + 1);
  layout.weight_column = weight;
  const unsigned last = weight.value_or(layout.columns);
  if (layout.source_column >= layout.target_column || layout.target_column >= last) {
    fail_at(at, "expected the columns in the order source, target, weight");
  }
  if (!weight && names.size() > layout.target_column + 1) {
    layout.notes.push_back(
        fmt::format("column {} ({}) is not read: its name is not that of a weight",
                    layout.target_column + 2, in_quotes(names[layout.target_column + 1])));
  }
}

/// Rows of numbers may end in a comment; in labels that are words, # and % may be letters.
void drop_comment(std::vector<Field>& row) {
  if (row.size() < 3 || !is_integer(row[0].text) || !is_integer(row[1].text)) return;
  const auto comment = std::find_if(row.begin() + 2, row.end(),
                                    [](const Field& field) { return is_comment(field.at); });
  row.erase(comment, row.end());
}

/// Without names, a third column is the weight.
void guess_weight(const std::vector<Field>& row, bool weights_denied, EdgeListLayout& layout) {
  if (row.size() < 3) return;
  if (weights_denied) {
    layout.notes.emplace_back(
        "column 3 is not read: the header says that the edges have no weights");
  } else if (is_weight(row[2])) {
    layout.weight_column = 2;
    if (row.size() > 3) {
      layout.notes.push_back(fmt::format(
          "column 3 is read as the weight; {} not read",
          row.size() == 4 ? "column 4 is" : fmt::format("columns 4 to {} are", row.size())));
    }
  } else if (row[2].text.starts_with('{')) {
    layout.notes.emplace_back("the attributes in braces are not read");
  } else {
    fail_at(row[2].at,
            fmt::format("expected a weight in column 3, found {}", quote_field(row[2].at)));
  }
}

/// "edge-number source target length": the road networks of F. Li et al.
void use_cedge(const std::vector<Field>& row, EdgeListLayout& layout) {
  if (row.size() != 4) {
    fail_at(row[0].at, "expected four columns in a .cedge file: edge, source, target, length");
  }
  layout.source_column = 1;
  layout.target_column = 2;
  layout.weight_column = 3;
  layout.directedness = Directedness::kUndirected;
  layout.directedness_reason = "a .cedge file lists each road once";
}

/// Lines before the edges that hold nothing but counts; moves `row` on to the first edge.
///
/// A line of one number is no edge, so it is the number of vertices, and of edges where a second
/// one follows. A line of two is both counts where edges have more columns than two; where they
/// have two as well, only the whole file can tell (edge_list.cpp).
void read_announcement(Preamble& preamble, std::vector<Field>& row, EdgeListLayout& layout) {
  const auto advance = [&] {
    preamble.skip_row();
    if (!preamble.next_row()) return false;
    row = split_fields(preamble.at(), find_separator(preamble.at()));
    return true;
  };
  if (row.empty()) return;
  const std::vector<Field> first = row;
  const std::optional<std::uint64_t> n = as_count(first[0]);
  if (!n) return;
  if (first.size() == 1) {
    layout.announced_vertices = n;
    layout.announcement = preamble.at();
    if (!advance()) {
      row.clear();
    } else if (row.size() == 1 && as_count(row[0])) {
      layout.announced_edges = as_count(row[0]);
      if (!advance()) row.clear();
    }
    return;
  }
  if (first.size() != 2 || !as_count(first[1])) return;
  Preamble ahead = preamble;
  ahead.skip_row();
  if (!ahead.next_row()) return;
  if (split_fields(ahead.at(), find_separator(ahead.at())).size() < 3) return;
  layout.announced_vertices = n;
  layout.announced_edges = as_count(first[1]);
  layout.announcement = preamble.at();
  if (!advance()) row.clear();
}

/// Whether the first row names the columns.
bool is_title_row(const Preamble& preamble, const std::vector<Field>& row) {
  if (row.size() < 2) return false;
  if (name_edge_ends(names_of(row))) return true;
  if (is_integer(row[0].text) || is_integer(row[1].text)) return false;
  Preamble ahead = preamble;
  ahead.skip_row();
  if (!ahead.next_row()) return false;
  const std::vector<Field> second = split_fields(ahead.at(), find_separator(ahead.at()));
  return second.size() >= 2 && is_integer(second[0].text) && is_integer(second[1].text);
}

}  // namespace

Field next_field(const char*& at, Separator separator) {
  at = skip_blanks(at);
  const char* begin = at;
  const char* end = at;
  if (separator == Separator::kBlanks) {
    while (!is_blank(*at) && !is_line_end(*at)) ++at;
    end = at;
  } else {
    while (*at != static_cast<char>(separator) && !is_line_end(*at)) ++at;
    end = at;
    while (end > begin && is_blank(end[-1])) --end;
    if (*at == static_cast<char>(separator)) ++at;
  }
  if (end - begin >= 2 && *begin == '"' && end[-1] == '"') {
    ++begin;
    --end;
  }
  return {begin, {begin, static_cast<std::size_t>(end - begin)}};
}

std::vector<Field> split_fields(const char* at, Separator separator) {
  std::vector<Field> fields;
  // Enough to know a line by: a hub's METIS line read by mistake has a million.
  constexpr std::size_t kMostFields = 64;
  for (at = skip_blanks(at); !is_line_end(*at) && fields.size() < kMostFields;
       at = skip_blanks(at)) {
    fields.push_back(next_field(at, separator));
  }
  return fields;
}

EdgeListLayout find_edge_list_layout(const NamedText& input) {
  EdgeListLayout layout;
  const char* const end = input.text.data() + input.text.size();
  Preamble preamble(input.text, layout);
  if (!preamble.next_row()) {
    layout.body = {end, 0};
    return layout;
  }
  std::vector<Field> row = split_fields(preamble.at(), find_separator(preamble.at()));
  Names names;
  if (is_title_row(preamble, row)) {
    names = names_of(row);
    preamble.skip_row();
    row.clear();
    if (preamble.next_row()) row = split_fields(preamble.at(), find_separator(preamble.at()));
  } else {
    if (name_edge_ends(preamble.last_comment())) names = preamble.last_comment();
    read_announcement(preamble, row, layout);
  }
  layout.body = {preamble.at(), static_cast<std::size_t>(end - preamble.at())};
  if (row.empty()) return layout;
  if (row.size() < 2) {
    fail_at(preamble.at(), fmt::format("expected an edge, two columns or more, found {}",
                                       quote_field(preamble.at())));
  }
  drop_comment(row);
  layout.separator = find_separator(preamble.at());
  layout.columns = static_cast<unsigned>(row.size());
  if (without_compression_suffix(input.name).ends_with(".cedge")) {
    use_cedge(row, layout);
  } else if (names.size() == row.size()) {
    use_names(names, preamble.at(), layout);
  } else {
    guess_weight(row, preamble.weights_denied(), layout);
  }
  layout.text_labels =
      !is_integer(row[layout.source_column].text) || !is_integer(row[layout.target_column].text);
  return layout;
}

}  // namespace strider

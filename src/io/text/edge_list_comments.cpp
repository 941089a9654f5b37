#include "io/text/edge_list_comments.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "io/text/cell_reader.hpp"
#include "io/text/rows.hpp"

namespace strider {
namespace {

using Words = std::vector<std::string>;

Words lower_words(const char* at) {
  // A header says what it says in its first words.
  constexpr std::size_t kMostWords = 64;
  Words words;
  for (at = skip_blanks(at); !is_line_end(*at) && words.size() < kMostWords; at = skip_blanks(at)) {
    words.push_back(lower_case(next_field(at, ' ').text));
  }
  return words;
}

void say(Directedness directedness, const char* reason, EdgeListComments& comments) {
  comments.directedness = directedness;
  comments.directedness_reason = reason;
}

/// "% asym posweighted": the first line of a KONECT file.
void read_konect(const char* at, const Words& words, EdgeListComments& comments) {
  if (words.size() < 2 || comments.directedness) return;
  if (words[0] == "bip") {
    fail_at(at, "bipartite KONECT files number their two sides separately, which is not read");
  }
  if (words[0] == "sym") say(Directedness::kUndirected, "the header says sym", comments);
  if (words[0] == "asym") say(Directedness::kDirected, "the header says asym", comments);
  comments.without_weights =
      comments.directedness && (words[1] == "unweighted" || words[1] == "positive");
}

}  // namespace

void read_edge_list_comment(const char* at, EdgeListComments& comments) {
  const bool konect = *at == '%';
  const char* text = at;
  while (*text == '#' || *text == '%' || *text == '/') ++text;
  const Words words = lower_words(text);
  if (konect) read_konect(at, words, comments);
  comments.last_words = words;
  if (words.size() < 2) return;
  if (words[1].starts_with("graph") && !comments.directedness) {
    if (words[0] == "undirected") {
      say(Directedness::kUndirected, "the header says undirected", comments);
    }
    if (words[0] == "directed") say(Directedness::kDirected, "the header says directed", comments);
  }
  if (words[0] == "nodes:") comments.num_vertices = parse_number(words[1]);
  if (words[0] != "labels:") return;
  comments.labels_are_text = words[1] == "text";
  comments.labels_are_listed = words[1] == "listed";
  if (words.size() != 4 || words[2] != "to") return;
  const auto first = parse_number(words[1]);
  const auto last = parse_number(words[3]);
  if (!first || !last || *first > *last) return;
  comments.labels = EdgeListComments::Range{*first, *last};
  comments.labels_at = at;
}

void read_edge_list_trailer(std::string_view text, EdgeListComments& comments) {
  constexpr int kMostLines = 4;
  const Words last_words = comments.last_words;
  for (int line = 0; line < kMostLines; ++line) {
    text = trim_back(text);
    const std::size_t newline = text.rfind('\n');
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    if (begin == text.size() || text[begin] != '#') break;
    read_edge_list_comment(text.data() + begin, comments);
    text = text.substr(0, begin);
  }
  comments.last_words = last_words;
}

}  // namespace strider

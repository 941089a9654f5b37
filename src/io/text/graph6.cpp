// graph6, sparse6 and digraph6: B. D. McKay, "Description of graph6, sparse6 and digraph6
// encodings" (formats.txt of nauty). One graph, on one line of printable characters that hold six
// bits each.
#include <fmt/format.h>

#include <bit>

#include "base/stop.hpp"
#include "io/edge_collector.hpp"
#include "io/readers.hpp"
#include "io/text/rows.hpp"

namespace strider {
namespace {

constexpr int kBitsOfCharacter = 6;

/// The characters of a graph, from the highest bit of each on.
class SixBitReader {
 public:
  explicit SixBitReader(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  [[nodiscard]] const char* at() const { return at_; }
  [[nodiscard]] std::uint64_t characters_left() const {
    return static_cast<std::uint64_t>(end_ - at_);
  }

  std::uint64_t next_character() {
    if (at_ >= end_) fail_at(end_, "the graph ends too early: the file is cut off");
    const auto value = static_cast<unsigned char>(*at_);
    if (value < 63 || value > 126) {
      fail_at(at_,
              fmt::format("expected a character from '?' to '~', found {}", in_quotes({at_, 1})));
    }
    ++at_;
    return value - 63U;
  }
  std::uint64_t characters(int count) {
    std::uint64_t value = 0;
    for (; count > 0; --count) value = value << kBitsOfCharacter | next_character();
    return value;
  }
  std::uint64_t bits(int count) {
    std::uint64_t value = 0;
    for (; count > 0; --count) {
      if (left_ == 0) {
        bits_ = next_character();
        left_ = kBitsOfCharacter;
      }
      value = value << 1U | (bits_ >> --left_ & 1U);
    }
    return value;
  }
  /// Whether `count` bits are left. The last character is filled up.
  [[nodiscard]] bool has(int count) const {
    return static_cast<std::uint64_t>(left_) + characters_left() * kBitsOfCharacter >=
           static_cast<std::uint64_t>(count);
  }

  /// One character, or three or six behind one or two '~'.
  std::uint64_t num_vertices() {
    const char* const start = at_;
    std::uint64_t n = next_character();
    if (n == 63) {
      n = characters(1);
      n = n == 63 ? characters(6) : n << 12U | characters(2);
    }
    check_vertex_count(n, start);
    return n;
  }

 private:
  const char* at_;
  const char* end_;
  std::uint64_t bits_ = 0;
  int left_ = 0;
};

/// Fails unless exactly the characters of `bits` bits follow.
void check_body(const SixBitReader& reader, std::uint64_t n, std::uint64_t bits) {
  const std::uint64_t expected = (bits + kBitsOfCharacter - 1) / kBitsOfCharacter;
  if (reader.characters_left() != expected) {
    fail_at(reader.at(),
            fmt::format("expected {} characters for the edges of {} vertices, found {}", expected,
                        n, reader.characters_left()));
  }
}

/// The upper triangle of the matrix, column by column.
std::uint64_t read_graph6(SixBitReader reader, EdgeCollector& edges) {
  const std::uint64_t n = reader.num_vertices();
  check_body(reader, n, n == 0 ? 0 : n * (n - 1) / 2);
  for (Vertex column = 1; column < n; ++column) {
    throw_if_stopped();
    for (Vertex row = 0; row < column; ++row) {
      if (reader.bits(1) != 0) edges.add({row, column}, Directedness::kUndirected);
    }
  }
  return n;
}

/// The whole matrix, row by row.
std::uint64_t read_digraph6(SixBitReader reader, EdgeCollector& edges) {
  const std::uint64_t n = reader.num_vertices();
  check_body(reader, n, n * n);
  for (Vertex row = 0; row < n; ++row) {
    throw_if_stopped();
    for (Vertex column = 0; column < n; ++column) {
      if (reader.bits(1) != 0) edges.add({row, column}, Directedness::kDirected);
    }
  }
  return n;
}

/// Pairs of a bit and a number: the bit moves on to the next vertex v; the number is a neighbour
/// of v if it is not above v, else the new v. What runs past the vertices fills the last character.
std::uint64_t read_sparse6(SixBitReader reader, EdgeCollector& edges) {
  const std::uint64_t n = reader.num_vertices();
  const int width = n == 0 ? 0 : static_cast<int>(std::bit_width(n - 1));
  std::uint64_t v = 0;
  while (reader.has(1 + width)) {
    v += reader.bits(1);
    const std::uint64_t number = reader.bits(width);
    if (v >= n || number >= n) break;
    if (number > v) {
      v = number;
    } else {
      edges.add({static_cast<Vertex>(number), static_cast<Vertex>(v)}, Directedness::kUndirected);
    }
  }
  if (reader.characters_left() > 0) {
    fail_at(reader.at(), "expected the end of the graph: a vertex before is out of range");
  }
  return n;
}

std::string_view only_line(std::string_view text) {
  const char* const end = text.data() + text.size();
  const char* at = text.data();
  while (at < end && (is_blank(*at) || *at == '\n')) ++at;
  const char* line_end = find_line_end(at, end);
  const char* next = line_end;
  while (next < end && (is_blank(*next) || *next == '\n')) ++next;
  if (next < end) fail_at(next, "expected one graph, found a second line");
  while (line_end > at && is_blank(line_end[-1])) --line_end;
  return {at, static_cast<std::size_t>(line_end - at)};
}

InputEdges parse_six_bits(const NamedText& input, const ReadOptions& options) {
  std::string_view line = only_line(input.text);
  char kind = 0;
  for (const auto& [header, first] :
       {std::pair{">>graph6<<", '\0'}, {">>sparse6<<", ':'}, {">>digraph6<<", '&'}}) {
    const std::string_view name = header;
    if (!line.starts_with(name)) continue;
    line.remove_prefix(name.size());
    if (first != 0 && !line.starts_with(first)) {
      fail_at(line.data(), fmt::format("expected '{}' behind {}", first, name));
    }
    kind = first == 0 ? 'g' : first;
  }
  if (line.empty()) fail_at(line.data(), "expected a graph, found the end of the file");
  if (line.front() == ';') fail_at(line.data(), "incremental sparse6 is not read");
  if (kind != 'g' && (line.front() == ':' || line.front() == '&')) kind = line.front();
  EdgeCollector edges(options.weights);
  InputEdges result;
  const SixBitReader reader(kind == ':' || kind == '&' ? line.substr(1) : line);
  result.list.num_vertices = static_cast<Vertex>(kind == ':'   ? read_sparse6(reader, edges)
                                                 : kind == '&' ? read_digraph6(reader, edges)
                                                               : read_graph6(reader, edges));
  std::move(edges).finish(result, options);
  result.facts.directedness = kind == '&' ? Directedness::kDirected : Directedness::kUndirected;
  result.facts.directedness_reason = kind == ':'   ? "sparse6 graphs are undirected"
                                     : kind == '&' ? "digraph6 graphs are directed"
                                                   : "graph6 graphs are undirected";
  return result;
}

}  // namespace

InputEdges parse_graph6(const NamedText& input, const ReadOptions& options) {
  return with_lines(input, [&] { return parse_six_bits(input, options); });
}

}  // namespace strider

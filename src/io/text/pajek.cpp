// Pajek networks: W. de Nooy, A. Mrvar, V. Batagelj, "Exploratory Social Network Analysis with
// Pajek" (2018). One network; arcs are directed, edges are not.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "io/edge_collector.hpp"
#include "io/readers.hpp"
#include "io/text/declared_nodes.hpp"
#include "io/text/rows.hpp"

namespace strider {
namespace {

constexpr const char* kNames = "the names of vertices";

struct PajekName {
  Vertex vertex;
  const char* at;
  std::string text;
};

/// Attributes of the drawing: c Blue, l "a label".
constexpr std::string_view kDrawingOfEdges[] = {"a",  "a1", "a2", "ap", "c",    "font", "fos",
                                                "h1", "h2", "k1", "k2", "l",    "la",   "lc",
                                                "lp", "lr", "p",  "s",  "lphi", "w"};
constexpr std::string_view kDrawingOfVertices[] = {
    "bc",  "box",   "bw",     "cross",    "diamond", "ellipse", "empty", "font",
    "fos", "hooks", "ic",     "la",       "lc",      "lphi",    "lr",    "phi",
    "q",   "r",     "s_size", "triangle", "x_fact",  "y_fact"};

std::string_view word_at(const char* at) {
  const char* end = at;
  while (!is_blank(*end) && !is_line_end(*end)) ++end;
  return {at, static_cast<std::size_t>(end - at)};
}

/// One of `words`, or the times of a network that changes: [1-5].
bool is_of_drawing(const char* at, std::span<const std::string_view> words) {
  const std::string word = lower_case(word_at(at));
  return word.starts_with('[') || std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether a name may end before `at`: nothing follows on the line, or numbers and the drawing.
bool may_follow_name(const char* at) {
  at = skip_blanks(at);
  ScannedWeight number{};
  return is_line_end(*at) || parse_weight(word_at(at), number) ||
         is_of_drawing(at, kDrawingOfVertices);
}

/// A name without the ways in which programs write a quote inside it: \" and igraph's &#34;.
std::string unescaped(std::string_view written) {
  std::string name;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const std::string_view rest = written.substr(i);
    const std::size_t length = rest.starts_with("\\\"") ? 2 : rest.starts_with("&#34;") ? 5 : 1;
    name += length == 1 ? written[i] : '"';
    i += length - 1;
  }
  return name;
}

class PajekParser {
 public:
  PajekParser(std::string_view text, const ReadOptions& options)
      : at_(text.data()), end_(text.data() + text.size()), edges_(options.weights) {}

  InputEdges parse(const ReadOptions& options) {
    const auto next_line = [this] {
      at_ = skip_to_row(at_, end_, [](const char* line) { return *line == '%'; });
      return at_ < end_;
    };
    for (; next_line(); at_ = find_line_end(at_, end_)) {
      *at_ == '*' ? read_section() : read_row();
    }
    if (!has_vertices_) fail_at(end_, "expected a line '*Vertices N', found the end of the file");
    InputEdges result;
    if (relations_ > 1) {
      result.facts.notes.push_back(fmt::format("{} relations are read as one graph", relations_));
    }
    name_vertices(result);
    std::move(edges_).finish(result, options);
    return result;
  }

 private:
  enum class Section : std::uint8_t { kNone, kVertices, kPairs, kLists };

  void read_section() {
    const char* const start = at_;
    while (!is_field_end(*at_)) ++at_;
    const std::string name = lower_case({start, static_cast<std::size_t>(at_ - start)});
    if (name == "*network" && !has_vertices_) return;
    if (name == "*vertices" && !has_vertices_) return read_vertex_count(start);
    if (name == "*network" || name == "*vertices") {
      fail_at(start, "expected one network, found a second one");
    }
    if (name == "*arcs") return begin_edges(start, Section::kPairs, Directedness::kDirected);
    if (name == "*edges") return begin_edges(start, Section::kPairs, Directedness::kUndirected);
    if (name == "*arcslist") return begin_edges(start, Section::kLists, Directedness::kDirected);
    if (name == "*edgeslist") return begin_edges(start, Section::kLists, Directedness::kUndirected);
    fail_at(start, fmt::format("sections {} are not read: expected *Vertices, *Arcs, *Edges, "
                               "*Arcslist or *Edgeslist",
                               in_quotes({start, static_cast<std::size_t>(at_ - start)})));
  }

  void read_vertex_count(const char* start) {
    has_vertices_ = true;
    section_ = Section::kVertices;
    n_ = expect_count(at_, "vertices");
    check_vertex_count(n_, start);
    // A second number, of a network of two modes, is the number of vertices of the first.
  }

  void begin_edges(const char* start, Section section, Directedness kind) {
    if (!has_vertices_) fail_at(start, "expected '*Vertices N' before the edges");
    section_ = section;
    kind_ = kind;
    at_ = skip_blanks(at_);
    if (*at_ == ':') ++relations_;
  }

  void read_row() {
    switch (section_) {
      case Section::kNone:
        fail_at(at_, fmt::format("expected a line '*Vertices N', found {}", quote_field(at_)));
      case Section::kVertices:
        return read_name();
      case Section::kPairs:
        return read_pair();
      case Section::kLists:
        return read_list();
    }
  }

  void read_name() {
    const char* const start = at_;
    const Vertex vertex = scan_vertex(at_, 1, n_);
    at_ = skip_blanks(at_);
    std::string name = *at_ == '"' ? quoted_name() : std::string(word_at(at_));
    if (names_.size() == names_.capacity()) {
      require_memory(saturating_mul(names_.size(), 2 * sizeof(PajekName)), kNames);
    }
    names_.push_back({vertex, start, std::move(name)});
  }

  /// NetworkX does not escape quotes in names. So the last one is the first behind which the rest
  /// of the line is none of the name, or the only one.
  [[nodiscard]] std::string quoted_name() const {
    const char* const begin = at_ + 1;
    const char* only = nullptr;
    std::uint64_t quotes = 0;
    for (const char* close = begin; !is_line_end(*close); ++close) {
      if (*close != '"' || (close > begin && close[-1] == '\\')) continue;
      if (quotes++ == 0) only = close;
      if ((is_blank(close[1]) || is_line_end(close[1])) && may_follow_name(close + 1)) {
        return unescaped({begin, static_cast<std::size_t>(close - begin)});
      }
    }
    if (quotes != 1) fail_at(at_, "expected a closing quote for this name");
    return unescaped({begin, static_cast<std::size_t>(only - begin)});
  }

  void read_pair() {
    const Vertex source = scan_vertex(at_, 1, n_);
    at_ = skip_blanks(at_);
    const Vertex target = scan_vertex(at_, 1, n_);
    at_ = skip_blanks(at_);
    const bool has_weight = !is_line_end(*at_) && !is_of_drawing(at_, kDrawingOfEdges);
    edges_.add({source, target}, kind_,
               has_weight ? std::optional(expect_weight(at_).value) : std::nullopt);
  }

  void read_list() {
    const Vertex source = scan_vertex(at_, 1, n_);
    for (at_ = skip_blanks(at_); !is_line_end(*at_); at_ = skip_blanks(at_)) {
      edges_.add({source, scan_vertex(at_, 1, n_)}, kind_);
    }
  }

  /// The names, if every vertex has one and they differ; else the numbers.
  void name_vertices(InputEdges& result) {
    result.list.num_vertices = static_cast<Vertex>(n_);
    std::ranges::stable_sort(names_, {}, &PajekName::vertex);
    const auto twice = std::ranges::adjacent_find(names_, {}, &PajekName::vertex);
    if (twice != names_.end()) {
      fail_declared_twice(twice[1].at, fmt::format("vertex {}", twice->vertex + 1));
    }
    require_memory(saturating_mul(names_.size(), sizeof(std::string)), kNames);
    std::vector<std::string> texts;
    texts.reserve(names_.size() + 1);
    for (PajekName& name : names_) texts.push_back(std::move(name.text));
    // One text stands for all vertices without a row: there may be far more of them.
    if (texts.size() < n_) texts.emplace_back();
    result.list.labels =
        unique_labels(texts, "numbers", result.facts.notes).value_or(Labels::dense(1));
  }

  const char* at_;
  const char* end_;
  EdgeCollector edges_;
  std::vector<PajekName> names_;
  std::uint64_t n_ = 0;
  std::uint64_t relations_ = 0;
  bool has_vertices_ = false;
  Section section_ = Section::kNone;
  Directedness kind_ = Directedness::kDirected;
};

}  // namespace

InputEdges parse_pajek(const NamedText& input, const ReadOptions& options) {
  return with_lines(input, [&] { return PajekParser(input.text, options).parse(options); });
}

}  // namespace strider

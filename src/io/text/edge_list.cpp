// Plain edge lists: SNAP, KONECT, GAPBS .el and .wel, CSV and TSV, with numbers as vertices. Lists
// with text labels are in edge_list_text.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "io/readers.hpp"
#include "io/text/edge_list_layout.hpp"
#include "io/text/edge_list_slice.hpp"
#include "io/text/edge_list_text.hpp"
#include "io/text/rows.hpp"
#include "io/text/vertex_numbers.hpp"

namespace strider {
namespace {

/// One edge a line: numbers in given columns, with or without a weight.
template <class E, bool W>
struct EdgeRow {
  static constexpr bool kWeighted = W;
  unsigned before_source;
  unsigned before_target;  ///< columns between source and target
  unsigned before_weight;
  bool more_columns;  ///< behind those that are read

  explicit EdgeRow(const EdgeListLayout& layout)
      : before_source(layout.source_column),
        before_target(layout.target_column - layout.source_column - 1),
        before_weight(W ? *layout.weight_column - layout.target_column - 1 : 0),
        more_columns(layout.columns > 1 + (W ? *layout.weight_column : layout.target_column)) {}

  [[nodiscard]] bool is_comment(const char* at) const { return strider::is_comment(at); }

  static const char* next_column(const char* at) {
    at = skip_blanks(at);
    // One comma or semicolon: a second one is an empty column.
    if (*at == ',' || *at == ';') at = skip_blanks(at + 1);
    return at;
  }
  static const char* skip_columns(const char* at, unsigned columns) {
    for (; columns > 0; --columns) at = next_column(skip_field(at));
    return at;
  }

  static auto scan_end(const char*& at) {
    std::uint64_t number = 0;
    const char* const start = at;
    const Scan scanned = scan_unsigned(at, number);
    if (scanned != Scan::kOk || !is_field_end(*at)) fail_end(start, scanned);
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
    fail_at(start, fmt::format("expected a vertex number as in the first row, found {}",
                               quote_field(start)));
  }

  const char* parse_ends(const char* at, E& edge) const {
    at = skip_columns(at, before_source);
    edge.source = scan_end(at);
    at = skip_columns(next_column(at), before_target);
    edge.target = scan_end(at);
    return at;
  }
  const char* finish(const char* at) const {
    at = skip_blanks(at);
    if (*at == '\n') return at;
    if (more_columns || strider::is_comment(at)) {
      while (!is_line_end(*at)) ++at;
    }
    return at;
  }
  const char* parse(const char* at, E& edge) const { return finish(parse_ends(at, edge)); }
  const char* parse(const char* at, E& edge, ScannedWeight& weight) const {
    at = skip_columns(next_column(parse_ends(at, edge)), before_weight);
    weight = expect_weight(at);
    return finish(at);
  }
};

/// Checks the counts that stand in lines of their own before the edges; returns the first number of
/// a vertex.
std::uint64_t check_announcement(const EdgeListLayout& layout, const EdgeListTotals& totals) {
  constexpr const char* kWhy = "a first row of fewer columns counts vertices and edges";
  if (layout.announced_edges && *layout.announced_edges != totals.edges) {
    fail_at(layout.announcement, fmt::format("declares {} edges, but {} follow ({})",
                                             *layout.announced_edges, totals.edges, kWhy));
  }
  const std::uint64_t n = *layout.announced_vertices;
  check_vertex_count(n, layout.announcement);
  if (totals.edges == 0) return 0;
  if (totals.range.last < n) return 0;
  if (totals.range.last == n && totals.range.first >= 1) return 1;
  fail_at(layout.announcement, fmt::format("declares {} vertices, but vertex {} follows ({})", n,
                                           totals.range.last, kWhy));
}

EdgeListNumbering decide(const NamedText& input, const EdgeListLayout& layout,
                         const EdgeListTotals& totals, std::vector<std::string>& notes) {
  if (layout.announced_vertices) {
    const std::uint64_t base = check_announcement(layout, totals);
    notes.push_back(fmt::format("the first line is taken as the number of vertices: {}",
                                *layout.announced_vertices));
    return {layout.announced_vertices, base, false};
  }
  if (totals.edges == 0) {
    notes.emplace_back(input.text.empty() ? "the file is empty" : "the file has no edges");
  }
  const bool may_announce = layout.columns == 2 && layout.source_column == 0 && totals.edges >= 2 &&
                            totals.first.target == totals.edges - 1;
  // "n m" rather than an edge: as many rows follow as it says, between vertices below n.
  if (may_announce && totals.range_after_first.last < totals.first.source &&
      totals.first.source <= kMaxVertices) {
    notes.push_back(fmt::format("the first row is taken as counts: {} vertices, {} edges",
                                totals.first.source, totals.first.target));
    return {totals.first.source, 0, true};
  }
  // The same with vertices from 1 to n is as good a list of edges: three edges of a triangle may
  // look so. It is read as an edge, and reported.
  if (may_announce && totals.range_after_first.last == totals.first.source) {
    notes.emplace_back("the first row is read as an edge, not as counts of vertices and edges");
  }
  return {};
}

template <class E>
EdgeListTotals totals_of(const RawEdges<E>& raw, int threads) {
  EdgeListTotals totals;
  totals.edges = raw.edges.size();
  if (raw.edges.empty()) return totals;
  totals.first = {raw.edges[0].source, raw.edges[0].target};
  totals.range_after_first = find_range<E>(raw.edges.span().subspan(1), threads);
  totals.range = totals.range_after_first;
  totals.range.first = std::min({totals.range.first, totals.first.source, totals.first.target});
  totals.range.last = std::max({totals.range.last, totals.first.source, totals.first.target});
  return totals;
}

template <class E>
void drop_first(RawEdges<E>& raw) {
  std::copy(raw.edges.begin() + 1, raw.edges.end(), raw.edges.begin());
  raw.edges.truncate(raw.edges.size() - 1);
}

template <class E>
NumberedEdges number(RawEdges<E>& raw, const EdgeListLayout& layout, const NamedText& input,
                     int threads, std::vector<std::string>& notes) {
  const EdgeListNumbering numbering = decide(input, layout, totals_of(raw, threads), notes);
  if (numbering.drop_first_row) drop_first(raw);
  if (!numbering.num_vertices) {
    return number_vertices(std::move(raw.edges), input.name, threads);
  }
  return number_from(std::move(raw.edges), *numbering.num_vertices, numbering.first_number,
                     threads);
}

template <class E, bool W>
InputEdges parse_numbers(const NamedText& input, const EdgeListLayout& layout, int threads) {
  RawEdges<E> raw = parse_rows<E>(layout.body, EdgeRow<E, W>(layout), threads);
  InputEdges result;
  result.facts.lines =
      raw.lines + count_newlines({input.text.data(), static_cast<std::size_t>(layout.body.data() -
                                                                              input.text.data())});
  NumberedEdges numbered = number(raw, layout, input, threads, result.facts.notes);
  result.list.num_vertices = numbered.num_vertices;
  result.list.edges = std::move(numbered.edges);
  result.list.labels = std::move(numbered.labels);
  if (W) {
    result.list.weights = make_weights(std::move(raw.weights), raw.weights_fit_uint32, threads);
  }
  return result;
}

template <bool W>
InputEdges parse_numbers_of_any_width(const NamedText& input, const EdgeListLayout& layout,
                                      int threads) {
  try {
    return parse_numbers<Edge, W>(input, layout, threads);
  } catch (const NumberTooWide&) {
    return parse_numbers<GlobalEdge, W>(input, layout, threads);
  }
}

InputEdges parse_edges(const NamedText& input, const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  const EdgeListLayout layout = find_edge_list_layout(input);
  const bool weighted = layout.weight_column && options.weights == ReadWeights::kYes;
  InputEdges result = layout.text_labels ? parse_text_labels(layout, weighted, threads)
                      : weighted         ? parse_numbers_of_any_width<true>(input, layout, threads)
                                 : parse_numbers_of_any_width<false>(input, layout, threads);
  add_edge_list_facts(layout, options, result.facts);
  return result;
}

}  // namespace

void add_edge_list_facts(const EdgeListLayout& layout, const ReadOptions& options,
                         InputFacts& facts) {
  facts.weighted = layout.weight_column.has_value();
  facts.notes.insert(facts.notes.end(), layout.notes.begin(), layout.notes.end());
  if (layout.directedness) {
    facts.directedness = *layout.directedness;
    facts.directedness_reason = layout.directedness_reason;
  } else {
    facts.directedness = options.plain_edge_list;
    facts.directedness_reason =
        fmt::format("a plain edge list is taken as {}",
                    options.plain_edge_list == Directedness::kDirected ? "directed" : "undirected");
  }
}

EdgeListTotals edge_list_totals(const RawEdges<GlobalEdge>& slice, int threads) {
  return totals_of(slice, threads);
}

EdgeListNumbering decide_edge_list_numbering(const NamedText& input, const EdgeListLayout& layout,
                                             const EdgeListTotals& totals,
                                             std::vector<std::string>& notes) {
  return with_lines(input, [&] { return decide(input, layout, totals, notes); });
}

void drop_first_row(RawEdges<GlobalEdge>& raw) {
  drop_first(raw);
}

RawEdges<GlobalEdge> parse_edge_list_slice(const NamedText& input, const EdgeListLayout& layout,
                                           int part, int parts, ReadWeights weights, int threads) {
  const std::string_view slice = slice_of_lines(layout.body, part, parts);
  return with_lines(input, [&] {
    if (layout.weight_column && weights == ReadWeights::kYes) {
      return parse_rows<GlobalEdge>(slice, EdgeRow<GlobalEdge, true>(layout), threads);
    }
    return parse_rows<GlobalEdge>(slice, EdgeRow<GlobalEdge, false>(layout), threads);
  });
}

InputEdges parse_edge_list(const NamedText& input, const ReadOptions& options) {
  return with_lines(input, [&] { return parse_edges(input, options); });
}

}  // namespace strider

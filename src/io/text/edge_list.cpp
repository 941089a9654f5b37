// Plain edge lists: SNAP, KONECT, GAPBS .el and .wel, CSV and TSV, with numbers as vertices. Lists
// with text labels are in edge_list_text.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "io/readers.hpp"
#include "io/text/edge_list_cells.hpp"
#include "io/text/edge_list_layout.hpp"
#include "io/text/edge_list_slice.hpp"
#include "io/text/edge_list_text.hpp"
#include "io/text/edge_row.hpp"
#include "io/text/rows.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/undirected_edges.hpp"

namespace strider {
namespace {

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

/// The vertices that a comment states, if the edges fit.
std::optional<EdgeListNumbering> stated_numbering(const EdgeListLayout& layout,
                                                  const EdgeListTotals& totals) {
  const EdgeListComments& comments = layout.comments;
  if (comments.labels && layout.unlisted == UnlistedVertices::kIsolated) {
    const auto [first, last] = *comments.labels;
    check_vertex_count(saturating_add(last - first, 1), comments.labels_at);
    if (totals.edges > 0 && (totals.range.first < first || totals.range.last > last)) {
      fail_at(comments.labels_at,
              fmt::format("declares vertices {} to {}, but vertex {} follows", first, last,
                          totals.range.first < first ? totals.range.first : totals.range.last));
    }
    return EdgeListNumbering{last - first + 1, first, false};
  }
  const std::uint64_t n = comments.num_vertices.value_or(0);
  if (!comments.num_vertices || n > kMaxVertices || layout.unlisted == UnlistedVertices::kLeftOut) {
    return std::nullopt;
  }
  if (totals.edges == 0 || totals.range.last < n) return EdgeListNumbering{n, 0, false};
  // Other numbers are sparse ones, as in most files of SNAP.
  if (totals.range.first >= 1 && totals.range.last == n) return EdgeListNumbering{n, 1, false};
  return std::nullopt;
}

EdgeListNumbering decide(const NamedText& input, const EdgeListLayout& layout,
                         const EdgeListTotals& totals, std::vector<std::string>& notes) {
  const bool only_listed = layout.unlisted == UnlistedVertices::kLeftOut;
  if (layout.announced_vertices) {
    const std::uint64_t base = check_announcement(layout, totals);
    if (only_listed) return {};
    notes.push_back(fmt::format("the first line is taken as the number of vertices: {}",
                                *layout.announced_vertices));
    return {layout.announced_vertices, base, false};
  }
  if (const auto stated = stated_numbering(layout, totals)) return *stated;
  if (totals.edges == 0) {
    notes.emplace_back(input.text.empty() ? "the file is empty" : "the file has no edges");
  }
  const bool may_announce = layout.columns == 2 && layout.source_column == 0 && totals.edges >= 2 &&
                            layout.rows == EdgeListRows::kNumbers && layout.may_have_counts &&
                            totals.first.target == totals.edges - 1;
  // "n m" rather than an edge: as many rows follow as it says, between vertices below n.
  if (may_announce && totals.range_after_first.last < totals.first.source &&
      totals.first.source <= kMaxVertices) {
    notes.push_back(fmt::format("the first row is taken as counts: {} vertices, {} edges",
                                totals.first.source, totals.first.target));
    if (only_listed) return {std::nullopt, 0, true};
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
                     const ReadOptions& options, std::vector<std::string>& notes) {
  const int threads = resolve_threads(options.threads);
  const EdgeListNumbering numbering = decide(input, layout, totals_of(raw, threads), notes);
  if (numbering.drop_first_row) drop_first(raw);
  if (!numbering.num_vertices) {
    return number_vertices(std::move(raw.edges), layout.unlisted, input.name, threads);
  }
  return number_from(std::move(raw.edges), *numbering.num_vertices, numbering.first_number,
                     threads);
}

template <class E>
InputEdges to_input(RawEdges<E> raw, ReadWeights weights, const EdgeListLayout& layout,
                    const NamedText& input, const ReadOptions& options) {
  InputEdges result;
  NumberedEdges numbered = number(raw, layout, input, options, result.facts.notes);
  note_unlisted(numbered.unlisted, result.facts.notes);
  result.list.num_vertices = numbered.num_vertices;
  result.list.edges = std::move(numbered.edges);
  result.list.labels = std::move(numbered.labels);
  if (raw.vertices_are_reals) {
    result.facts.notes.emplace_back(
        "vertices that are written as reals (1.0) are read as integers");
  }
  if (raw.weights_rounded) result.facts.notes.emplace_back(kRoundedWeights);
  if (weights == ReadWeights::kYes) {
    result.list.weights = make_weights(std::move(raw.weights), raw.weights_fit_uint32,
                                       resolve_threads(options.threads));
  }
  return result;
}

template <class E, bool W>
InputEdges parse_numbers(const NamedText& input, const EdgeListLayout& layout,
                         const ReadOptions& options) {
  RawEdges<E> raw =
      parse_rows<E>(layout.body, EdgeRow<E, W>(layout), resolve_threads(options.threads));
  const std::string_view head =
      input.text.substr(0, static_cast<std::size_t>(layout.body.data() - input.text.data()));
  const std::uint64_t lines = raw.lines + count_newlines(head);
  InputEdges result =
      to_input(std::move(raw), W ? ReadWeights::kYes : ReadWeights::kNo, layout, input, options);
  result.facts.lines = lines;
  return result;
}

template <bool W>
InputEdges parse_numbers_of_any_width(const NamedText& input, const EdgeListLayout& layout,
                                      const ReadOptions& options) {
  try {
    return parse_numbers<Edge, W>(input, layout, options);
  } catch (const NumberTooWide&) {
    return parse_numbers<GlobalEdge, W>(input, layout, options);
  }
}

InputEdges parse_edges(const NamedText& input, const ReadOptions& options) {
  const EdgeListLayout layout = find_edge_list_layout(input, options);
  const ReadWeights weights = layout.weight_column ? options.weights : ReadWeights::kNo;
  const auto parse = [&] {
    if (layout.text_labels) {
      return parse_text_labels(layout, weights, resolve_threads(options.threads));
    }
    if (layout.rows == EdgeListRows::kCells) {
      return to_input(parse_number_cells(layout, weights), weights, layout, input, options);
    }
    return weights == ReadWeights::kYes ? parse_numbers_of_any_width<true>(input, layout, options)
                                        : parse_numbers_of_any_width<false>(input, layout, options);
  };
  InputEdges result = parse();
  if (wants_both_arcs(layout.comments.directedness, options)) {
    add_reverse_arcs(result.list.edges, result.list.weights);
  }
  add_edge_list_facts(layout, options, result.facts);
  return result;
}

}  // namespace

void add_edge_list_facts(const EdgeListLayout& layout, const ReadOptions& options,
                         InputFacts& facts) {
  facts.weighted = layout.weight_column.has_value();
  facts.notes.insert(facts.notes.end(), layout.notes.begin(), layout.notes.end());
  if (layout.comments.directedness) {
    facts.directedness = *layout.comments.directedness;
    facts.directedness_reason = layout.comments.directedness_reason;
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

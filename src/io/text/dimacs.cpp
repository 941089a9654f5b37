// DIMACS shortest-path graphs (9th implementation challenge, "p sp"), maximum-flow problems (1st
// challenge, "p max") and PACE graphs ("p tw").
#include <fmt/format.h>

#include "io/readers.hpp"
#include "io/text/counted_slice.hpp"
#include "io/text/rows.hpp"
#include "io/undirected_edges.hpp"

namespace strider {
namespace {

enum class Problem : std::uint8_t { kShortestPaths, kMaximumFlow, kTreewidth };

bool has_arcs(Problem problem) {
  return problem != Problem::kTreewidth;
}

const char* lists_arcs(Problem problem) {
  return problem == Problem::kMaximumFlow ? "DIMACS 'p max' lists arcs"
                                          : "DIMACS 'p sp' lists arcs";
}

struct DimacsHeader {
  Problem problem = Problem::kShortestPaths;
  bool says_undirected =
      false;  // "c Undirected graph": each edge is two arcs, if all have a reverse
  bool says_unweighted = false;  // "c Unweighted graph": the weights stand for nothing
  std::uint64_t n = 0;
  std::uint64_t edges = 0;
  std::optional<Vertex> flow_source;
  std::optional<Vertex> flow_target;
  const char* at = nullptr;
  std::string_view body;
};

bool is_dimacs_comment(const char* at) {
  return *at == 'c' && (is_blank(at[1]) || is_line_end(at[1]));
}

/// "a 1 2 7" of shortest paths and flows, "1 2" of PACE.
struct ArcEnds {
  Problem problem;
  std::uint64_t n;

  [[nodiscard]] bool is_comment(const char* at) const { return is_dimacs_comment(at); }

  const char* parse_ends(const char* at, Edge& edge) const {
    if (has_arcs(problem)) {
      if (*at != 'a' || !is_blank(at[1])) {
        fail_at(at, fmt::format("expected an arc 'a SOURCE TARGET {}', found {}",
                                problem == Problem::kMaximumFlow ? "CAPACITY" : "LENGTH",
                                quote_field(at)));
      }
      at = skip_blanks(at + 1);
    }
    edge.source = scan_vertex(at, 1, n);
    at = skip_blanks(at);
    edge.target = scan_vertex(at, 1, n);
    return skip_blanks(at);
  }
};

/// What the writer of this library says in comments (write/dimacs.cpp).
void read_comment(std::string_view comment, DimacsHeader& header) {
  header.says_undirected |= comment.starts_with("c Undirected graph");
  // Its whole line: of another program's comment the lengths would be lost.
  header.says_unweighted |= comment.starts_with("c Unweighted graph: each arc has weight 1");
}

/// "n 1 s" and "n 9 t", which come before the arcs.
void parse_flow_ends(DimacsHeader& header) {
  const char* const end = header.body.data() + header.body.size();
  for (;;) {
    const char* at = skip_to_row(header.body.data(), end, is_dimacs_comment);
    if (at == end || *at != 'n' || !is_blank(at[1])) return;
    at = skip_blanks(at + 1);
    const Vertex vertex = scan_vertex(at, 1, header.n);
    at = skip_blanks(at);
    const bool is_source = *at == 's';
    if (!is_source && *at != 't') {
      fail_at(at, fmt::format("expected 's' or 't' behind a node, found {}", quote_field(at)));
    }
    std::optional<Vertex>& place = is_source ? header.flow_source : header.flow_target;
    if (place) fail_at(at, is_source ? "a second source" : "a second target");
    place = vertex;
    expect_line_end(++at, end);
    header.body = {at, static_cast<std::size_t>(end - at)};
  }
}

DimacsHeader parse_dimacs_header(std::string_view text) {
  const char* const end = text.data() + text.size();
  DimacsHeader header;
  const char* at = skip_to_row(text.data(), end, [&](const char* line) {
    if (!is_dimacs_comment(line)) return false;
    read_comment({line, static_cast<std::size_t>(find_line_end(line, end) - line)}, header);
    return true;
  });
  header.at = at;
  if (*at != 'p' || !is_blank(at[1])) {
    fail_at(at,
            fmt::format("expected 'p sp VERTICES ARCS', 'p max VERTICES ARCS' or 'p tw VERTICES "
                        "EDGES', found {}",
                        quote_field(at)));
  }
  at = skip_blanks(at + 1);
  const char* const problem_end = skip_field(at);
  const std::string_view problem(at, static_cast<std::size_t>(problem_end - at));
  if (problem == "tw") {
    header.problem = Problem::kTreewidth;
  } else if (problem == "max") {
    header.problem = Problem::kMaximumFlow;
  } else if (problem != "sp") {
    fail_at(at, fmt::format("expected the problem 'sp', 'max' or 'tw', found {}", quote_field(at)));
  }
  at = problem_end;
  header.n = expect_count(at, "vertices");
  header.edges = expect_count(at, "edges");
  expect_line_end(at, end);
  header.body = {at, static_cast<std::size_t>(end - at)};
  check_vertex_count(header.n, header.at);
  if (header.problem == Problem::kMaximumFlow) parse_flow_ends(header);
  if (header.edges > header.body.size() / 3) {
    fail_at(header.at, fmt::format("declares {} edges, more than the file can hold", header.edges));
  }
  return header;
}

template <bool W>
RowOfEnds<ArcEnds, W> row_of(const DimacsHeader& header) {
  return {{header.problem, header.n}, has_arcs(header.problem)};
}

void check_arcs(const DimacsHeader& header, std::uint64_t found) {
  if (found == header.edges) return;
  fail_at(find_row(header.body, row_of<false>(header), header.edges),
          fmt::format("expected {} edges as the problem line says, found {}", header.edges, found));
}

CountedSlice parse_slice(const NamedText& input, const ReadOptions& options, int part, int parts) {
  const int threads = resolve_threads(options.threads);
  const DimacsHeader header = parse_dimacs_header(input.text);
  const bool lists_edges = !has_arcs(header.problem);
  const bool has_weights = !lists_edges && !header.says_unweighted;
  const bool undirected = lists_edges || header.says_undirected;
  const std::string_view body = slice_of_lines(header.body, part, parts);
  CountedSlice slice;
  slice.num_vertices = header.n;
  slice.weights = has_weights ? options.weights : ReadWeights::kNo;
  slice.says_both_arcs = !lists_edges && undirected;
  slice.raw = slice.weights == ReadWeights::kYes || (slice.says_both_arcs && has_weights)
                  ? parse_rows<Edge>(body, row_of<true>(header), threads)
                  : parse_rows<Edge>(body, row_of<false>(header), threads);
  slice.rows = slice.raw.edges.size();
  if (slice.says_both_arcs) slice.arcs = sum_arcs(slice.raw.edges, slice.raw.weights, threads);
  if (lists_edges && options.directedness == Directedness::kDirected) {
    add_reverse_arcs(slice.raw.edges, slice.raw.weights, every_edge);
  }
  slice.check_rows = [header, input](std::uint64_t all_rows) {
    with_lines(input, [&] { check_arcs(header, all_rows); });
  };
  slice.facts.weighted = has_weights;
  slice.facts.directedness = undirected ? Directedness::kUndirected : Directedness::kDirected;
  slice.facts.directedness_reason = lists_edges  ? "PACE 'p tw' lists undirected edges"
                                    : undirected ? "a comment says undirected"
                                                 : lists_arcs(header.problem);
  slice.facts.flow_source = header.flow_source;
  slice.facts.flow_target = header.flow_target;
  return slice;
}

}  // namespace

CountedSlice parse_dimacs_slice(const NamedText& input, const ReadOptions& options, int part,
                                int parts) {
  return with_lines(input, [&] { return parse_slice(input, options, part, parts); });
}

void settle_both_arcs(CountedSlice& slice, const ArcSums& all_arcs, const ReadOptions& options) {
  if (!slice.says_both_arcs) return;
  if (!all_arcs.symmetric()) {
    slice.facts.directedness = Directedness::kDirected;
    slice.facts.directedness_reason = lists_arcs(Problem::kShortestPaths);
    slice.facts.notes.emplace_back(
        "a comment says undirected, but some arcs have no reverse of the same weight: the arcs are "
        "read as they are");
  } else if (options.directedness != Directedness::kDirected) {
    keep_upper_triangle(slice.raw.edges, slice.raw.weights);
  }
  if (slice.weights == ReadWeights::kNo) slice.raw.weights = {};
}

InputEdges parse_dimacs(const NamedText& input, const ReadOptions& options) {
  CountedSlice whole = parse_dimacs_slice(input, options, 0, 1);
  whole.check_rows(whole.rows);
  settle_both_arcs(whole, whole.arcs, options);
  InputEdges result;
  result.facts = std::move(whole.facts);
  result.list = list_from_one(std::move(whole.raw), whole.num_vertices, whole.weights,
                              resolve_threads(options.threads));
  return result;
}

}  // namespace strider

// LDBC Graphalytics: A. Iosup et al., "The LDBC Graphalytics Benchmark" (2020), section 2.2.3: a
// file of vertices, one number a line, and a file of edges.
#include <fmt/format.h>

#include <fstream>
#include <string>

#include "base/workspace.hpp"
#include "io/readers.hpp"
#include "io/text/ldbc_slice.hpp"
#include "io/text/rows.hpp"
#include "io/text/vertex_numbers.hpp"

namespace strider {
namespace {

[[nodiscard]] std::uint64_t scan_id(const char*& at) {
  std::uint64_t id = 0;
  const char* const start = at;
  if (scan_unsigned(at, id) != Scan::kOk || !is_field_end(*at)) {
    fail_at(start, fmt::format("expected a vertex number, found {}", quote_field(start)));
  }
  return id;
}

/// One vertex a line, as an edge to itself.
struct VertexRow {
  static constexpr bool kWeighted = false;
  [[nodiscard]] bool is_comment(const char* at) const { return *at == '#'; }
  const char* parse(const char* at, GlobalEdge& edge) const {
    edge.source = scan_id(at);
    edge.target = edge.source;
    return skip_blanks(at);
  }
};

/// One edge a line, between known vertices.
struct KnownEnds {
  const NumberIndex& vertices;

  [[nodiscard]] bool is_comment(const char* at) const { return *at == '#'; }

  Vertex scan_known(const char*& at) const {
    const char* const start = at;
    const std::size_t v = vertices.find(scan_id(at));
    if (v == vertices.size()) {
      fail_at(start, fmt::format("vertex {} is not in the vertex file", quote_field(start)));
    }
    at = skip_blanks(at);
    return static_cast<Vertex>(v);
  }
  const char* parse_ends(const char* at, Edge& edge) const {
    edge.source = scan_known(at);
    edge.target = scan_known(at);
    return at;
  }
};

/// The same where the vertices are not known yet.
struct NumberEnds {
  [[nodiscard]] bool is_comment(const char* at) const { return *at == '#'; }
  const char* parse_ends(const char* at, GlobalEdge& edge) const {
    edge.source = scan_id(at);
    at = skip_blanks(at);
    edge.target = scan_id(at);
    return skip_blanks(at);
  }
};

NumberIndex parse_vertices(const NamedText& input, int threads) {
  Array<std::uint64_t> ids = parse_ldbc_vertices_slice(input, 0, 1, threads);
  const std::size_t listed = ids.size();
  NumberIndex index(std::move(ids), threads);
  check_ldbc_vertices(input, listed, index.size());
  check_vertex_count(index.size(), input.text.data() + input.text.size());
  return index;
}

/// The columns of the first edge.
template <class Row>
unsigned count_columns(const NamedText& input, const Row& row) {
  const char* at = find_row(input.text, row, 0);
  unsigned columns = 0;
  for (; !is_line_end(*at); at = skip_blanks(at)) {
    at = skip_field(at);
    if (!is_blank(*at) && !is_line_end(*at)) fail_at(at, "expected blanks between the columns");
    ++columns;
  }
  return columns;
}

InputEdges parse_edges(const NamedText& input, NumberIndex index, const ReadOptions& options,
                       int threads) {
  InputEdges result;
  result.facts.weighted = count_columns(input, VertexRow{}) >= 3;
  const bool weighted = result.facts.weighted && options.weights == ReadWeights::kYes;
  RawEdges<Edge> raw =
      weighted
          ? parse_rows<Edge>(input.text, RowOfEnds<KnownEnds, true>{{index}, true}, threads)
          : parse_rows<Edge>(input.text,
                             RowOfEnds<KnownEnds, false>{{index}, result.facts.weighted}, threads);
  if (weighted) {
    result.list.weights = make_weights(std::move(raw.weights), raw.weights_fit_uint32, threads);
  }
  result.list.edges = std::move(raw.edges);
  result.list.num_vertices = static_cast<Vertex>(index.size());
  result.list.labels = std::move(index).labels();
  result.facts.directedness = options.plain_edge_list;
  result.facts.directedness_reason = "there is no .properties file that says otherwise";
  return result;
}

}  // namespace

Array<std::uint64_t> parse_ldbc_vertices_slice(const NamedText& input, int part, int parts,
                                               int threads) {
  const RawEdges<GlobalEdge> raw = with_lines(input, [&] {
    return parse_rows<GlobalEdge>(slice_of_lines(input.text, part, parts), VertexRow{}, threads);
  });
  auto ids = detail::take_array<Array<std::uint64_t>>(raw.edges.size(), "vertex numbers");
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = raw.edges[i].source;
  return ids;
}

void check_ldbc_vertices(const NamedText& input, std::uint64_t listed, std::uint64_t different) {
  if (listed == different) return;
  throw_input_error(input,
                    {input.text.data() + input.text.size(),
                     fmt::format("lists {} vertices, but only {} distinct", listed, different)});
}

LdbcSlice parse_ldbc_edges_slice(const NamedText& input, const ReadOptions& options, int part,
                                 int parts) {
  const int threads = resolve_threads(options.threads);
  return with_lines(input, [&] {
    LdbcSlice slice;
    slice.weighted = count_columns(input, VertexRow{}) >= 3;
    const std::string_view text = slice_of_lines(input.text, part, parts);
    slice.raw = slice.weighted && options.weights == ReadWeights::kYes
                    ? parse_rows<GlobalEdge>(text, RowOfEnds<NumberEnds, true>{{}, true}, threads)
                    : parse_rows<GlobalEdge>(text, RowOfEnds<NumberEnds, false>{{}, slice.weighted},
                                             threads);
    return slice;
  });
}

void fail_unknown_ldbc_vertex(const NamedText& input, int part, int parts, std::uint64_t edge,
                              LdbcEnd end) {
  const char* at = find_row(slice_of_lines(input.text, part, parts), VertexRow{}, edge);
  if (end == LdbcEnd::kTarget) at = skip_blanks(skip_field(at));
  throw_input_error(input,
                    {at, fmt::format("vertex {} is not in the vertex file", quote_field(at))});
}

InputEdges parse_ldbc(const NamedText& vertices, const NamedText& edges,
                      const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  NumberIndex index = with_lines(vertices, [&] { return parse_vertices(vertices, threads); });
  return with_lines(edges, [&] { return parse_edges(edges, std::move(index), options, threads); });
}

std::optional<Directedness> ldbc_directedness(const std::string& properties_path) {
  std::ifstream file(properties_path);
  std::string line;
  while (std::getline(file, line)) {
    if (line.find(".directed") == std::string::npos || line.starts_with('#')) continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    const std::string_view value = std::string_view(line).substr(equals + 1);
    if (value.find("true") != std::string_view::npos) return Directedness::kDirected;
    if (value.find("false") != std::string_view::npos) return Directedness::kUndirected;
  }
  return std::nullopt;
}

}  // namespace strider

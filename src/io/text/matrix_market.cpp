// Matrix Market exchange format: R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market
// Exchange Formats: Initial Design", NISTIR 5935 (1996).
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "io/readers.hpp"
#include "io/text/counted_slice.hpp"
#include "io/text/rows.hpp"
#include "io/undirected_edges.hpp"

namespace strider {
namespace {

enum class Layout : std::uint8_t { kCoordinate, kArray };
enum class Symmetry : std::uint8_t { kGeneral, kSymmetric, kSkew };

struct MatrixMarketHeader {
  Layout layout = Layout::kCoordinate;
  bool pattern = false;
  Symmetry symmetry = Symmetry::kGeneral;
  std::uint64_t n = 0;
  std::uint64_t entries = 0;  ///< of the coordinate layout
  const char* size_line = nullptr;
  std::string_view body;

  [[nodiscard]] bool is_array() const { return layout == Layout::kArray; }
};

bool is_matrix_market_comment(const char* at) {
  return *at == '%';
}

struct Word {
  const char* at;
  std::string text;  ///< in lower case
};

std::vector<Word> words_of_line(const char* at) {
  std::vector<Word> words;
  for (at = skip_blanks(at); !is_line_end(*at); at = skip_blanks(at)) {
    const char* const begin = at;
    while (!is_blank(*at) && !is_line_end(*at)) ++at;
    words.push_back({begin, lower_case({begin, static_cast<std::size_t>(at - begin)})});
  }
  return words;
}

void parse_banner(const char* at, MatrixMarketHeader& header) {
  const std::vector<Word> words = words_of_line(at);
  if (words.empty() || words[0].text != "%%matrixmarket") {
    fail_at(
        at,
        "expected the line '%%MatrixMarket matrix ...'; use the format edgelist for plain edges");
  }
  if (words.size() != 5) {
    fail_at(at, "expected '%%MatrixMarket matrix LAYOUT FIELD SYMMETRY', five words");
  }
  if (words[1].text != "matrix") {
    fail_at(words[1].at, fmt::format("expected 'matrix', found {}", in_quotes(words[1].text)));
  }
  if (words[2].text == "array") {
    header.layout = Layout::kArray;
  } else if (words[2].text != "coordinate") {
    fail_at(words[2].at,
            fmt::format("expected 'coordinate' or 'array', found {}", in_quotes(words[2].text)));
  }
  if (words[3].text == "complex") {
    fail_at(words[3].at, "complex matrices are not supported: expected pattern, integer or real");
  }
  header.pattern = words[3].text == "pattern";
  if (!header.pattern && words[3].text != "integer" && words[3].text != "real" &&
      words[3].text != "double") {
    fail_at(words[3].at, fmt::format("expected 'pattern', 'integer' or 'real', found {}",
                                     in_quotes(words[3].text)));
  }
  if (header.pattern && header.layout == Layout::kArray) {
    fail_at(words[3].at, "a matrix in array layout has values: expected integer or real");
  }
  if (words[4].text == "symmetric") {
    header.symmetry = Symmetry::kSymmetric;
  } else if (words[4].text == "skew-symmetric") {
    header.symmetry = Symmetry::kSkew;
  } else if (words[4].text == "hermitian") {
    fail_at(words[4].at,
            "hermitian matrices are not supported: expected general, symmetric or skew-symmetric");
  } else if (words[4].text != "general") {
    fail_at(words[4].at,
            fmt::format("expected 'general', 'symmetric' or 'skew-symmetric', found {}",
                        in_quotes(words[4].text)));
  }
}

MatrixMarketHeader parse_matrix_market_header(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  MatrixMarketHeader header;
  parse_banner(at, header);
  // Comments, among them the %%GraphBLAS type, which the values speak for themselves without.
  at = skip_to_row(find_line_end(at, end), end, is_matrix_market_comment);
  header.size_line = at;
  const std::uint64_t rows = expect_count(at, "rows");
  header.n = expect_count(at, "columns");
  if (header.layout == Layout::kCoordinate) header.entries = expect_count(at, "entries");
  expect_line_end(at, end);
  if (rows != header.n) {
    fail_at(header.size_line,
            fmt::format("a matrix of {} rows and {} columns is not square, so it is not a graph",
                        rows, header.n));
  }
  check_vertex_count(header.n, header.size_line);
  header.body = {at, static_cast<std::size_t>(end - at)};
  return header;
}

/// One entry a line: row, column and, unless it is a pattern, value.
struct EntryEnds {
  std::uint64_t n;
  bool refuse_diagonal;

  [[nodiscard]] bool is_comment(const char* at) const { return is_matrix_market_comment(at); }

  const char* parse_ends(const char* at, Edge& edge) const {
    const char* const start = at;
    edge.source = scan_vertex(at, 1, n);
    at = skip_blanks(at);
    edge.target = scan_vertex(at, 1, n);
    if (refuse_diagonal && edge.source == edge.target) {
      fail_at(start, "a skew-symmetric matrix has no entries on its diagonal");
    }
    return skip_blanks(at);
  }
};

EntryEnds ends_of(const MatrixMarketHeader& header) {
  return {header.n, header.symmetry == Symmetry::kSkew};
}

template <bool W>
RawEdges<Edge> parse_entries(const MatrixMarketHeader& header, std::string_view body, int threads) {
  return parse_rows<Edge>(body, RowOfEnds<EntryEnds, W>{ends_of(header), !header.pattern}, threads);
}

void check_entries(const MatrixMarketHeader& header, std::uint64_t found) {
  if (found == header.entries) return;
  const RowOfEnds<EntryEnds, false> row{ends_of(header), !header.pattern};
  fail_at(
      find_row(header.body, row, header.entries),
      fmt::format("expected {} entries as the size line says, found {}", header.entries, found));
}

/// Values column by column; of a symmetric matrix the lower triangle, of a skew-symmetric one
/// without the diagonal. Every one that is not zero is an edge.
RawEdges<Edge> parse_array(const MatrixMarketHeader& header) {
  RawEdges<Edge> raw;
  std::vector<Edge> edges;
  std::vector<double> weights;
  const char* at = header.body.data();
  const char* const end = at + header.body.size();
  for (std::uint64_t column = 0; column < header.n; ++column) {
    const std::uint64_t first_row = header.symmetry == Symmetry::kGeneral     ? 0
                                    : header.symmetry == Symmetry::kSymmetric ? column
                                                                              : column + 1;
    for (std::uint64_t row = first_row; row < header.n; ++row) {
      at = skip_to_row(at, end, is_matrix_market_comment);
      if (at == end) {
        fail_at(end, fmt::format("expected the value of row {} and column {}, found the end of the "
                                 "file",
                                 row + 1, column + 1));
      }
      const ScannedWeight weight = expect_weight(at);
      if (weight.value == 0) continue;
      edges.push_back({static_cast<Vertex>(row), static_cast<Vertex>(column)});
      weights.push_back(weight.value);
      raw.weights_fit_uint32 &= weight.fits_uint32;
    }
  }
  at = skip_to_row(at, end, is_matrix_market_comment);
  if (at < end) fail_at(at, fmt::format("expected the end of the file, found {}", quote_field(at)));
  raw.edges = Array<Edge>::copy_of(edges);
  raw.weights = Array<double>::copy_of(weights);
  return raw;
}

/// Both triangles of a matrix that lists one.
void mirror(RawEdges<Edge>& raw, Symmetry symmetry) {
  const bool skew = symmetry == Symmetry::kSkew;
  add_reverse_arcs(raw.edges, raw.weights, every_edge, skew ? -1.0 : 1.0);
  raw.weights_fit_uint32 &=
      !skew || std::all_of(raw.weights.begin(), raw.weights.end(), [](double w) { return w >= 0; });
}

MatrixMarketHeader parse_checked_header(const NamedText& input) {
  const MatrixMarketHeader header = parse_matrix_market_header(input.text);
  // The shortest entry is "1 1" and a newline; the last one may lack that.
  if (header.entries > (header.body.size() + 1) / 4) {
    fail_at(header.size_line,
            fmt::format("declares {} entries, more than the file can hold", header.entries));
  }
  return header;
}

InputFacts facts_of(const MatrixMarketHeader& header) {
  InputFacts facts;
  facts.weighted = !header.pattern;
  const bool general = header.symmetry == Symmetry::kGeneral;
  facts.directedness = general ? Directedness::kDirected : Directedness::kUndirected;
  facts.directedness_reason = fmt::format(
      "the header says {}", general                                   ? "general"
                            : header.symmetry == Symmetry::kSymmetric ? "symmetric"
                                                                      : "skew-symmetric");
  return facts;
}

CountedSlice parse_slice(const NamedText& input, const MatrixMarketHeader& header,
                         const ReadOptions& options, int part, int parts) {
  const int threads = resolve_threads(options.threads);
  CountedSlice slice;
  slice.num_vertices = header.n;
  slice.weights = header.pattern ? ReadWeights::kNo : options.weights;
  slice.facts = facts_of(header);
  const std::string_view body = slice_of_lines(header.body, part, parts);
  slice.raw = header.is_array()                    ? parse_array(header)
              : slice.weights == ReadWeights::kYes ? parse_entries<true>(header, body, threads)
                                                   : parse_entries<false>(header, body, threads);
  slice.rows = slice.raw.edges.size();
  slice.check_rows = [header, input](std::uint64_t all_rows) {
    if (header.is_array()) return;
    with_lines(input, [&] { check_entries(header, all_rows); });
  };
  if (wants_both_arcs(slice.facts.directedness, options)) mirror(slice.raw, header.symmetry);
  return slice;
}

InputEdges parse(const NamedText& input, const ReadOptions& options) {
  CountedSlice whole = parse_slice(input, parse_checked_header(input), options, 0, 1);
  whole.check_rows(whole.rows);
  InputEdges result;
  result.facts = std::move(whole.facts);
  result.list = list_from_one(std::move(whole.raw), whole.num_vertices, whole.weights,
                              resolve_threads(options.threads));
  return result;
}

}  // namespace

bool matrix_market_is_array(const NamedText& input) {
  return with_lines(input, [&] { return parse_matrix_market_header(input.text).is_array(); });
}

CountedSlice parse_matrix_market_slice(const NamedText& input, const ReadOptions& options, int part,
                                       int parts) {
  return with_lines(
      input, [&] { return parse_slice(input, parse_checked_header(input), options, part, parts); });
}

InputEdges parse_matrix_market(const NamedText& input, const ReadOptions& options) {
  return with_lines(input, [&] { return parse(input, options); });
}

}  // namespace strider

// Texts of one edge a line, parsed by all threads.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "io/text/line_chunks.hpp"
#include "io/text/scan.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider {

/// Edges as a text lists them. E is Edge, or GlobalEdge where numbers need 64 bits.
template <class E>
struct RawEdges {
  Array<E> edges;
  Array<double> weights;            ///< empty where the rows have none
  bool weights_fit_uint32 = true;   ///< all are written as integers from 0 to 2^32-1
  bool weights_rounded = false;     ///< some are integers that a double cannot hold
  bool vertices_are_reals = false;  ///< some are written as "1.0"
  std::uint64_t lines = 0;
};

/// Room for `count` edges, and weights if they have some. Throws MemoryError before any is taken.
template <class E>
void take_room(RawEdges<E>& raw, std::size_t count, ReadWeights weights, const char* purpose) {
  detail::Workspace workspace;
  workspace.declare("their ends", raw.edges, count);
  if (weights == ReadWeights::kYes) workspace.declare("their weights", raw.weights, count);
  workspace.take(purpose, detail::HostMemory());
}

/// What is noted of weights that are rounded.
inline constexpr std::string_view kRoundedWeights =
    "weights are rounded to 53 bits, which some integers exceed";

/// Thrown by a row parser of Edge that finds a number beyond 32 bits: the caller parses again, for
/// GlobalEdge.
struct NumberTooWide {};

/// Comments of edge lists in the wild: SNAP's #, KONECT's and Matrix Market's %, and C's //.
[[nodiscard]] inline bool is_comment(const char* at) {
  return *at == '#' || *at == '%' || (*at == '/' && at[1] == '/');
}

namespace rows_detail {

struct ChunkResult {
  std::uint64_t rows = 0;
  bool fit_uint32 = true;
  bool rounded = false;
  bool too_wide = false;
  std::optional<ParseFault> fault;
};

template <class Row>
const char* next_row(const Row& row, const char* at, const char* end) {
  return skip_to_row(at, end, [&row](const char* line) { return row.is_comment(line); });
}

template <class E, class Row>
void parse_chunk(const Row& row, const LineChunk& chunk, RawEdges<E>& raw, ChunkResult& result) {
  const char* at = chunk.text.data();
  const char* const end = at + chunk.text.size();
  std::uint64_t slot = chunk.lines_before;
  for (at = next_row(row, at, end); at < end; at = next_row(row, at, end)) {
    if constexpr (Row::kWeighted) {
      ScannedWeight weight{};
      at = row.parse(at, raw.edges[slot], weight);
      raw.weights[slot] = weight.value;
      result.fit_uint32 &= weight.fits_uint32;
      result.rounded |= weight.rounded;
    } else {
      at = row.parse(at, raw.edges[slot]);
    }
    if (*at != '\n' && at < end)
      fail_at(at, fmt::format("expected the end of the line, found {}", quote_field(at)));
    ++slot;
  }
  result.rows = slot - chunk.lines_before;
}

/// Closes the gaps that lines without an edge left.
template <class E>
void close_gaps(RawEdges<E>& raw, const std::vector<LineChunk>& chunks,
                const std::vector<ChunkResult>& results) {
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const std::uint64_t from = chunks[i].lines_before;
    const std::uint64_t rows = results[i].rows;
    if (size != from && rows > 0) {
      std::memmove(raw.edges.data() + size, raw.edges.data() + from, rows * sizeof(E));
      if (!raw.weights.empty()) {
        std::memmove(raw.weights.data() + size, raw.weights.data() + from, rows * sizeof(double));
      }
    }
    size += rows;
  }
  raw.edges.truncate(size);
  if (!raw.weights.empty()) raw.weights.truncate(size);
}

}  // namespace rows_detail

/// Parses the rows of `body`, in their order. `row` has
///   static constexpr bool kWeighted;
///   bool is_comment(const char* at) const;
///   const char* parse(const char* at, E& edge[, ScannedWeight& weight]) const;
/// where parse reads the row that begins at `at` and returns the end of its line, or throws
/// ParseFault or NumberTooWide. Throws the first fault of the text at any number of threads, and
/// MemoryError before the memory is taken. The text after `body` must be readable (kTextPadding).
template <class E, class Row>
[[nodiscard]] RawEdges<E> parse_rows(std::string_view body, const Row& row, int threads) {
  const std::vector<LineChunk> chunks = cut_at_lines(body, threads);
  RawEdges<E> raw;
  raw.lines = chunks.empty() ? 0 : chunks.back().lines_before + chunks.back().lines;
  take_room(raw, raw.lines, Row::kWeighted ? ReadWeights::kYes : ReadWeights::kNo,
            "the edges of a text file");

  std::vector<rows_detail::ChunkResult> results(chunks.size());
  parallel_for(
      0, chunks.size(), threads,
      [&](std::size_t i) {
        try {
          rows_detail::parse_chunk(row, chunks[i], raw, results[i]);
        } catch (const ParseFault& fault) {
          results[i].fault = fault;
        } catch (const NumberTooWide&) {
          results[i].too_wide = true;
        }
      },
      1);
  for (const auto& result : results) {
    if (result.fault) throw ParseFault(*result.fault);
    if (result.too_wide) throw NumberTooWide{};
    raw.weights_fit_uint32 &= result.fit_uint32;
    raw.weights_rounded |= result.rounded;
  }
  rows_detail::close_gaps(raw, chunks, results);
  return raw;
}

/// Where row number `index` of `body` begins, or the end: for messages only, sequential.
template <class Row>
[[nodiscard]] const char* find_row(std::string_view body, const Row& row, std::uint64_t index) {
  const char* const end = body.data() + body.size();
  const char* at = rows_detail::next_row(row, body.data(), end);
  for (; at < end && index > 0; --index) {
    at = rows_detail::next_row(row, find_line_end(at, end), end);
  }
  return at;
}

/// Skips blanks, then reads the number of `what` that a header announces.
[[nodiscard]] inline std::uint64_t expect_count(const char*& at, std::string_view what) {
  at = skip_blanks(at);
  const char* const start = at;
  std::uint64_t count = 0;
  if (scan_unsigned(at, count) != Scan::kOk || !(is_blank(*at) || is_line_end(*at))) {
    fail_at(start, fmt::format("expected the number of {}, found {}", what, quote_field(start)));
  }
  return count;
}

/// Fails where the line of `at` continues; the text ends at `end`.
inline void expect_line_end(const char* at, const char* end) {
  at = skip_blanks(at);
  if (*at == '\0' && at < end) fail_at(at, "expected the end of the line, found a zero byte");
  if (!is_line_end(*at)) {
    fail_at(at, fmt::format("expected the end of the line, found {}", quote_field(at)));
  }
}

/// Fails at `at` where `n` is more than kMaxVertices.
inline void check_vertex_count(std::uint64_t n, const char* at) {
  if (n > kMaxVertices) {
    fail_at(at,
            fmt::format("{} vertices are more than one machine supports ({})", n, kMaxVertices));
  }
}

/// Reads a vertex number that must lie in [base, base + n) and takes `base` off.
[[nodiscard]] inline Vertex scan_vertex(const char*& at, std::uint64_t base, std::uint64_t n) {
  std::uint64_t number = 0;
  const char* const start = at;
  const Scan scanned = scan_unsigned(at, number);
  if (scanned == Scan::kNoNumber || !(is_field_end(*at))) {
    fail_at(start, fmt::format("expected a vertex number, found {}", quote_field(start)));
  }
  if (scanned == Scan::kOverflow || number - base >= n) {
    fail_at(start, n == 0 ? fmt::format("found vertex {}, but the file declares no vertices",
                                        quote_field(start))
                          : fmt::format("expected a vertex from {} to {}, found {}", base,
                                        base + n - 1, quote_field(start)));
  }
  return static_cast<Vertex>(number - base);
}

/// Reads a weight, or fails.
inline ScannedWeight expect_weight(const char*& at) {
  ScannedWeight weight{};
  if (scan_weight(at, weight) != Scan::kOk) {
    fail_at(at, fmt::format("expected a weight, found {}", quote_field(at)));
  }
  return weight;
}

/// A row, for parse_rows, of two ends and where `has_weight` a weight, which is read where W and
/// else passed over. Ends has is_comment, and parse_ends(at, edge), which returns where the next
/// field begins.
template <class Ends, bool W>
struct RowOfEnds : Ends {
  static constexpr bool kWeighted = W;
  bool has_weight;

  template <class E>
  const char* parse(const char* at, E& edge) const {
    at = this->parse_ends(at, edge);
    if (!has_weight) return at;
    expect_weight(at);
    return skip_blanks(at);
  }
  template <class E>
  const char* parse(const char* at, E& edge, ScannedWeight& weight) const {
    at = this->parse_ends(at, edge);
    weight = expect_weight(at);
    return skip_blanks(at);
  }
};

/// The list that `raw` is between vertices 0 .. n-1, labelled from 1; with its weights where
/// `weights` says so. Precondition: n <= kMaxVertices.
[[nodiscard]] EdgeList list_from_one(RawEdges<Edge> raw, std::uint64_t n, ReadWeights weights,
                                     int threads);

/// The weights of a list: 32-bit integers where all are written so, else double.
[[nodiscard]] Weights make_weights(Array<double> values, bool fit_uint32, int threads);

}  // namespace strider

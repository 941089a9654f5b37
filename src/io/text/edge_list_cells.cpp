// One thread: a quote anywhere decides what the characters behind it are.
#include "io/text/edge_list_cells.hpp"

#include <fmt/format.h>

#include <deque>
#include <functional>

#include "base/quote.hpp"
#include "io/text/cell_reader.hpp"
#include "io/text/edge_list_sample.hpp"
#include "io/text/line_chunks.hpp"
#include "io/text/text_labels.hpp"

namespace strider {
namespace {

/// The rows of a list, with edge_of(row, source, target) of each.
template <class E, class EdgeOf>
RawEdges<E> parse_cells(const EdgeListLayout& layout, ReadWeights weights, const EdgeOf& edge_of) {
  const bool weighted = weights == ReadWeights::kYes;
  // A row takes a line or more.
  const std::uint64_t lines = count_lines(layout.body, 1);
  RawEdges<E> raw;
  take_room(raw, lines, weights, "the edges of a text file");
  std::size_t rows = 0;
  for (CellReader reader(layout.body, layout.delimiter); reader.next(); ++rows) {
    const std::vector<std::string_view>& cells = reader.cells();
    const auto cell = [&](unsigned column, const char* what) -> std::string_view {
      if (column < cells.size()) return cells[column];
      fail_at(reader.row(), fmt::format("expected {} in column {}, found {} columns", what,
                                        column + 1, cells.size()));
    };
    raw.edges[rows] = edge_of(reader.row(), cell(layout.source_column, "a source"),
                              cell(layout.target_column, "a target"));
    if (!weighted) continue;
    const std::string_view text = cell(*layout.weight_column, "a weight");
    ScannedWeight weight{};
    if (text.empty() || !parse_weight(text, weight)) {
      fail_at(reader.row(), describe_bad_weight(text));
    }
    raw.weights[rows] = weight.value;
    raw.weights_fit_uint32 &= weight.fits_uint32;
    raw.weights_rounded |= weight.rounded;
  }
  raw.edges.truncate(rows);
  if (weighted) raw.weights.truncate(rows);
  return raw;
}

std::uint64_t vertex_number(const char* row, std::string_view text, bool& is_real) {
  if (const auto number = vertex_of(text)) {
    is_real |= !is_integer(text);
    return *number;
  }
  fail_at(row, fmt::format("expected a vertex number as in the first rows, found {}{}",
                           in_quotes(text), hint_at_words(text)));
}

bool is_part_of(std::string_view text, std::string_view word) {
  const std::less_equal<> not_above;
  return not_above(text.data(), word.data()) &&
         not_above(word.data() + word.size(), text.data() + text.size());
}

}  // namespace

RawEdges<GlobalEdge> parse_number_cells(const EdgeListLayout& layout, ReadWeights weights) {
  bool has_reals = false;
  auto raw = parse_cells<GlobalEdge>(
      layout, weights, [&](const char* row, std::string_view source, std::string_view target) {
        return GlobalEdge{vertex_number(row, source, has_reals),
                          vertex_number(row, target, has_reals)};
      });
  raw.vertices_are_reals = has_reals;
  return raw;
}

WordEdges parse_word_cells(const EdgeListLayout& layout, ReadWeights weights) {
  TextLabels labels;
  std::deque<std::string> words;  // unquoted cells, which the reader overwrites
  const auto number = [&](const char* row, std::string_view word) {
    if (word.empty()) fail_at(row, "expected the label of a vertex, found an empty cell");
    if (is_part_of(layout.body, word)) return labels.number(word);
    if (const auto known = labels.find(word)) return *known;
    return labels.number(words.emplace_back(word));
  };
  RawEdges<Edge> raw = parse_cells<Edge>(
      layout, weights, [&](const char* row, std::string_view source, std::string_view target) {
        const Vertex from = number(row, source);
        return Edge{from, number(row, target)};
      });
  return {std::move(raw.edges),   labels.labels(),        labels.size(),
          std::move(raw.weights), raw.weights_fit_uint32, raw.weights_rounded};
}

}  // namespace strider

// One thread: a quote anywhere decides what the characters behind it are.
#include "io/text/edge_list_cells.hpp"

#include <fmt/format.h>

#include <deque>

#include "base/quote.hpp"
#include "io/text/cell_reader.hpp"
#include "io/text/text_labels.hpp"

namespace strider {
namespace {

/// Calls edge_of(row, source, target) for each row, and collects the weights.
template <class EdgeOf>
void for_each_row(const EdgeListLayout& layout, bool weighted, std::vector<double>& weights,
                  bool& fit_uint32, const EdgeOf& edge_of) {
  // A row has its line end and two cells at least.
  const std::uint64_t rows = layout.body.size() / 4;
  require_memory(saturating_mul(rows, sizeof(GlobalEdge) + (weighted ? sizeof(double) : 0)),
                 "the edges of a text file");
  CellReader reader(layout.body, layout.delimiter);
  while (reader.next()) {
    const std::vector<std::string_view>& cells = reader.cells();
    const auto cell = [&](unsigned column, const char* what) -> std::string_view {
      if (column < cells.size()) return cells[column];
      fail_at(reader.row(), fmt::format("expected {} in column {}, found {} columns", what,
                                        column + 1, cells.size()));
    };
    edge_of(reader.row(), cell(layout.source_column, "a source"),
            cell(layout.target_column, "a target"));
    if (!weighted) continue;
    const std::string_view text = cell(*layout.weight_column, "a weight");
    ScannedWeight weight{};
    if (text.empty() || !parse_weight(text, weight)) {
      fail_at(reader.row(), fmt::format("expected a weight, found {}", in_quotes(text)));
    }
    weights.push_back(weight.value);
    fit_uint32 &= weight.fits_uint32;
  }
}

std::uint64_t vertex_number(const char* row, std::string_view text) {
  if (const auto number = parse_number(text)) return *number;
  fail_at(row, fmt::format("expected a vertex number as in the first rows, found {}{}",
                           in_quotes(text), hint_at_words(text)));
}

}  // namespace

RawEdges<GlobalEdge> parse_number_cells(const EdgeListLayout& layout, bool weighted) {
  RawEdges<GlobalEdge> raw;
  std::vector<GlobalEdge> edges;
  std::vector<double> weights;
  for_each_row(layout, weighted, weights, raw.weights_fit_uint32,
               [&](const char* row, std::string_view source, std::string_view target) {
                 edges.push_back({vertex_number(row, source), vertex_number(row, target)});
               });
  raw.edges = Array<GlobalEdge>::copy_of(edges);
  raw.weights = Array<double>::copy_of(weights);
  return raw;
}

WordEdges parse_word_cells(const EdgeListLayout& layout, bool weighted) {
  WordEdges result;
  std::vector<Edge> edges;
  std::vector<double> weights;
  TextLabels labels;
  std::deque<std::string> words;  // views of a deque's elements last
  const auto number = [&](const char* row, std::string_view word) {
    if (word.empty()) fail_at(row, "expected the label of a vertex, found an empty cell");
    if (const auto known = labels.find(word)) return *known;
    return labels.number(words.emplace_back(word));
  };
  for_each_row(layout, weighted, weights, result.weights_fit_uint32,
               [&](const char* row, std::string_view source, std::string_view target) {
                 const Vertex from = number(row, source);
                 edges.push_back({from, number(row, target)});
               });
  result.edges = Array<Edge>::copy_of(edges);
  result.weights = Array<double>::copy_of(weights);
  result.num_vertices = labels.size();
  result.labels = labels.labels();
  return result;
}

}  // namespace strider

#include "io/text/edge_list_text.hpp"

#include <fmt/format.h>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "io/text/cell_reader.hpp"
#include "io/text/edge_list_cells.hpp"
#include "io/text/rows.hpp"
#include "io/text/text_labels.hpp"

namespace strider {
namespace {

/// The ends of an edge, as places in the text.
struct WordEdge {
  std::string_view source;
  std::string_view target;
};

template <bool W>
struct WordRow {
  static constexpr bool kWeighted = W;
  const EdgeListLayout& layout;

  [[nodiscard]] bool is_comment(const char* at) const { return strider::is_comment(at); }

  const char* parse(const char* at, WordEdge& edge) const {
    ScannedWeight none{};
    return parse(at, edge, none);
  }
  const char* parse(const char* at, WordEdge& edge, ScannedWeight& weight) const {
    const unsigned weight_column = W ? *layout.weight_column : 0;
    const unsigned last = std::max({layout.source_column, layout.target_column, weight_column});
    for (unsigned column = 0; column <= last; ++column) {
      const char* const start = at;
      const Field field = next_field(at, layout.delimiter);
      if (column == layout.source_column) {
        edge.source = expect_label(field, start);
      } else if (column == layout.target_column) {
        edge.target = expect_label(field, start);
      } else if (W && column == weight_column && !parse_weight(field.text, weight)) {
        fail_at(start, field.text.empty()
                           ? fmt::format("expected a weight, found {}", quote_field(field.at))
                           : describe_bad_weight(field.text));
      }
    }
    return finish(at, last + 1);
  }

 private:
  static std::string_view expect_label(const Field& field, const char* start) {
    if (field.text.empty()) {
      fail_at(start, fmt::format("expected the label of a vertex, found {}", quote_field(start)));
    }
    return field.text;
  }
  [[nodiscard]] const char* finish(const char* at, unsigned columns_read) const {
    at = skip_separators(at);
    if (layout.columns > columns_read) {
      while (!is_line_end(*at)) ++at;
    }
    return at;
  }
};

WordEdges parse_words(const EdgeListLayout& layout, ReadWeights weights, int threads) {
  RawEdges<WordEdge> raw = weights == ReadWeights::kYes
                               ? parse_rows<WordEdge>(layout.body, WordRow<true>{layout}, threads)
                               : parse_rows<WordEdge>(layout.body, WordRow<false>{layout}, threads);
  // One thread: words come in an order that the labels must keep.
  TextLabels labels;
  WordEdges result;
  result.edges = detail::take_array<Array<Edge>>(raw.edges.size(), "the edges of a text file");
  sequential_for(0, raw.edges.size(), [&](std::size_t i) {
    result.edges[i].source = labels.number(raw.edges[i].source);
    result.edges[i].target = labels.number(raw.edges[i].target);
  });
  result.num_vertices = labels.size();
  result.labels = labels.labels();
  result.weights = std::move(raw.weights);
  result.weights_fit_uint32 = raw.weights_fit_uint32;
  result.weights_rounded = raw.weights_rounded;
  return result;
}

}  // namespace

InputEdges parse_text_labels(const EdgeListLayout& layout, ReadWeights weights, int threads) {
  if (layout.announced_vertices) {
    fail_at(layout.announcement, "expected an edge, found a count before labels that are words");
  }
  WordEdges words = layout.rows == EdgeListRows::kCells ? parse_word_cells(layout, weights)
                                                        : parse_words(layout, weights, threads);
  InputEdges result;
  result.list.num_vertices = words.num_vertices;
  result.list.edges = std::move(words.edges);
  result.list.labels = std::move(words.labels);
  if (words.weights_rounded) result.facts.notes.emplace_back(kRoundedWeights);
  if (weights == ReadWeights::kYes) {
    result.list.weights = make_weights(std::move(words.weights), words.weights_fit_uint32, threads);
  }
  return result;
}

}  // namespace strider

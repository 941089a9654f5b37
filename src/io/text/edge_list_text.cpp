#include "io/text/edge_list_text.hpp"

#include <fmt/format.h>

#include "io/text/rows.hpp"
#include "io/text/text_labels.hpp"

namespace strider {
namespace {

/// The ends of an edge, as places in the text.
struct WordEdge {
  const char* source;
  const char* target;
  std::uint32_t source_size;
  std::uint32_t target_size;
};

template <bool W>
struct WordRow {
  static constexpr bool kWeighted = W;
  const EdgeListLayout& layout;

  [[nodiscard]] bool is_comment(const char* at) const { return strider::is_comment(at); }

  Field expect_label(const char*& at) const {
    const char* const start = at;
    const Field field = next_field(at, layout.separator);
    if (field.text.empty() || field.text.size() > std::numeric_limits<std::uint32_t>::max()) {
      fail_at(start, fmt::format("expected the label of a vertex, found {}", quote_field(start)));
    }
    return field;
  }
  void skip_fields(const char*& at, unsigned fields) const {
    for (; fields > 0; --fields) static_cast<void>(next_field(at, layout.separator));
  }
  const char* parse_ends(const char* at, WordEdge& edge) const {
    skip_fields(at, layout.source_column);
    const Field source = expect_label(at);
    skip_fields(at, layout.target_column - layout.source_column - 1);
    const Field target = expect_label(at);
    edge = {source.text.data(), target.text.data(), static_cast<std::uint32_t>(source.text.size()),
            static_cast<std::uint32_t>(target.text.size())};
    return skip_blanks(at);
  }
  const char* finish(const char* at, unsigned columns_read) const {
    at = skip_separators(at);
    if (layout.columns > columns_read) {
      while (!is_line_end(*at)) ++at;
    }
    return at;
  }
  const char* parse(const char* at, WordEdge& edge) const {
    return finish(parse_ends(at, edge), layout.target_column + 1);
  }
  const char* parse(const char* at, WordEdge& edge, ScannedWeight& weight) const {
    at = parse_ends(at, edge);
    skip_fields(at, *layout.weight_column - layout.target_column - 1);
    at = skip_blanks(at);
    weight = expect_weight(at);
    return finish(at, *layout.weight_column + 1);
  }
};

}  // namespace

InputEdges parse_text_labels(const EdgeListLayout& layout, bool weighted, int threads) {
  if (layout.announced_vertices) {
    fail_at(layout.announcement, "expected an edge, found a count before labels that are words");
  }
  RawEdges<WordEdge> raw = weighted
                               ? parse_rows<WordEdge>(layout.body, WordRow<true>{layout}, threads)
                               : parse_rows<WordEdge>(layout.body, WordRow<false>{layout}, threads);
  // One thread: words come in an order that the labels must keep.
  TextLabels labels;
  InputEdges result;
  require_memory(saturating_mul(raw.edges.size(), sizeof(Edge)), "the edges of a text file");
  result.list.edges = Array<Edge>(raw.edges.size());
  for (std::size_t i = 0; i < raw.edges.size(); ++i) {
    const WordEdge& edge = raw.edges[i];
    result.list.edges[i].source = labels.number({edge.source, edge.source_size});
    result.list.edges[i].target = labels.number({edge.target, edge.target_size});
  }
  result.list.num_vertices = labels.size();
  result.list.labels = labels.labels();
  if (weighted) {
    result.list.weights = make_weights(std::move(raw.weights), raw.weights_fit_uint32, threads);
  }
  return result;
}

}  // namespace strider

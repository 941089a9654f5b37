// One edge a line in the vertices' own labels. SNAP's header, which says whether the edges are
// directed, goes into .txt and .tsv only: the readers of .el and .wel know no comments, those of
// .csv take the first line for names.
#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.hpp"
#include "base/quote.hpp"
#include "io/input_file.hpp"
#include "io/write/text_output.hpp"
#include "io/write/writers.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

struct Style {
  char separator = ' ';
  bool header = false;
};

Style style_of(std::string_view path) {
  const std::string_view name = without_compression_suffix(path);
  if (name.ends_with(".csv")) return {',', false};
  if (name.ends_with(".tsv")) return {'\t', true};
  return {' ', name.ends_with(".txt")};
}

/// A reader could not tell such a label from two, or from a comment.
void check_labels(const Graph& graph, int threads) {
  if (graph.labels().kind() != LabelKind::kText) return;
  parallel_for(0, graph.num_vertices(), threads, [&](std::size_t v) {
    const std::string label = graph.labels().label(static_cast<Vertex>(v));
    const bool splits = std::any_of(label.begin(), label.end(), [](char c) {
      return c == ',' || c == ';' || c == '"' || c == '\'' || (c >= 0 && c <= ' ');
    });
    if (label.empty() || splits || label[0] == '#' || label[0] == '%' || label.starts_with("//")) {
      throw UsageError(fmt::format(
          "an edge list cannot hold the label {} of vertex {}: blanks, separators, quotes and a "
          "leading #, % or // would be misread; the native container can",
          in_quotes(label), v));
    }
  });
}

void append_label(const Labels& labels, Vertex v, TextBuffer& out) {
  if (labels.kind() == LabelKind::kText) {
    const auto& offsets = labels.text_offsets();
    out.append({labels.arena().data() + offsets[v], offsets[v + std::size_t{1}] - offsets[v]});
  } else {
    out.append_number(labels.number(v));
  }
}

}  // namespace

void write_edge_list(const AnyGraph& graph, const std::string& path, int threads) {
  const Style style = style_of(path);
  check_labels(topology(graph), threads);
  visit_weights(graph, [&](const Graph& structure, auto weights) {
    const std::string head = !style.header
                                 ? std::string()
                                 : fmt::format("# {} graph\n# Nodes: {} Edges: {}\n",
                                               structure.is_directed() ? "Directed" : "Undirected",
                                               structure.num_vertices(), structure.num_edges());
    write_text_file(
        path, head, structure.out(), threads, [&](Vertex first, Vertex last, TextBuffer& out) {
          for_each_edge(structure, first, last, [&](Vertex source, Vertex target, EdgeIndex arc) {
            append_label(structure.labels(), source, out);
            out.append(style.separator);
            append_label(structure.labels(), target, out);
            if constexpr (!kNoWeights<decltype(weights)>) {
              out.append(style.separator);
              out.append_number(weights[arc]);
            }
            out.append('\n');
          });
        });
  });
}

}  // namespace strider

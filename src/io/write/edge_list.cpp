// One edge a line in the vertices' own labels, and comments that say what rows cannot: whether
// edges are directed, and which vertices there are. GAPBS reads .el and .wel up to the first word
// that is no number, so there the comments follow the edges. A .csv names its columns.
#include <fmt/format.h>

#include "base/parallel.hpp"
#include "base/quote.hpp"
#include "graph/csr_facts.hpp"
#include "io/input_file.hpp"
#include "io/write/csv_cell.hpp"
#include "io/write/text_output.hpp"
#include "io/write/writers.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

struct Style {
  char separator = ' ';
  bool comments_last = false;
  bool column_names = false;
};

Style style_of(std::string_view path) {
  const std::string_view name = without_compression_suffix(path);
  if (name.ends_with(".csv")) return {.separator = ',', .column_names = true};
  if (name.ends_with(".tsv")) return {.separator = '\t'};
  return {.comments_last = name.ends_with(".el") || name.ends_with(".wel")};
}

std::string comments_of(const Graph& graph, int threads) {
  // Readers learn of vertices with labels of their own by the edges.
  const Vertex unlisted =
      graph.labels().kind() == LabelKind::kDense ? 0 : count_isolated(graph, threads);
  std::string text = fmt::format("# {} graph\n# Nodes: {} Edges: {}\n",
                                 graph.is_directed() ? "Directed" : "Undirected",
                                 graph.num_vertices() - unlisted, graph.num_edges());
  const Labels& labels = graph.labels();
  if (labels.kind() == LabelKind::kText) {
    text += "# Labels: text\n";
  } else if (labels.kind() == LabelKind::kSparse) {
    text += "# Labels: listed\n";
  } else if (graph.num_vertices() > 0) {
    text += fmt::format("# Labels: {} to {}\n", labels.number(0),
                        labels.number(graph.num_vertices() - 1));
  }
  return text;
}

/// Throws UsageError for labels that the file cannot hold.
void check_labels(const Graph& graph, const Style& style, int threads) {
  if (graph.labels().kind() != LabelKind::kText) return;
  parallel_for(0, graph.num_vertices(), threads, [&](std::size_t v) {
    const std::string label = graph.labels().label(static_cast<Vertex>(v));
    if (label.empty() || label.find('\0') != std::string::npos) {
      throw UsageError(
          fmt::format("an edge list cannot hold the label {} of vertex {}", in_quotes(label), v));
    }
    if (style.separator == ' ' && needs_quotes(label)) {
      throw UsageError(fmt::format(
          "a list between blanks cannot hold the label {} of vertex {}: write .csv or .tsv, which "
          "can quote it",
          in_quotes(label), v));
    }
  });
}

void append_label(const Labels& labels, Vertex v, TextBuffer& out) {
  if (labels.kind() != LabelKind::kText) return out.append_number(labels.number(v));
  const auto& offsets = labels.text_offsets();
  const std::string_view label(labels.arena().data() + offsets[v],
                               offsets[v + std::size_t{1}] - offsets[v]);
  append_csv(label, out);
}

}  // namespace

void write_edge_list(const AnyGraph& graph, const std::string& path, int threads) {
  const Style style = style_of(path);
  check_labels(topology(graph), style, threads);
  visit_weights(graph, [&](const Graph& structure, auto weights) {
    const std::string comments = comments_of(structure, threads);
    std::string head = style.comments_last ? "" : comments;
    if (style.column_names) {
      head += kNoWeights<decltype(weights)> ? "source,target\n" : "source,target,weight\n";
    }
    write_text_file(
        path, head, structure.out(), threads,
        [&](Vertex first, Vertex last, TextBuffer& out) {
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
        },
        style.comments_last ? comments : std::string());
  });
}

}  // namespace strider

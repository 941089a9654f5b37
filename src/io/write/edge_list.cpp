// One edge a line in the vertices' own labels, and comments that say what rows cannot: whether
// edges are directed, and which vertices there are. GAPBS reads .el and .wel up to the first word
// that is no number, so there the comments follow the edges. A .csv names its columns.
#include <fmt/format.h>

#include "base/parallel.hpp"
#include "base/quote.hpp"
#include "io/input_file.hpp"
#include "io/results/table.hpp"
#include "io/write/csv_cell.hpp"
#include "io/write/graph_files.hpp"
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

/// Throws UsageError for labels that the file cannot hold.
void check_labels(const Labels& labels, std::uint64_t num_vertices, const Style& style,
                  int threads) {
  if (labels.kind() != LabelKind::kText) return;
  parallel_for(0, num_vertices, threads, [&](std::size_t v) {
    const std::string label = labels.label(static_cast<Vertex>(v));
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

class EdgeListRows final : public RowEncoder {
 public:
  EdgeListRows(const GraphHeader& header, const Labels& labels, const Style& style)
      : header_(header), labels_(labels), numbers_(labels_), style_(style) {}

  [[nodiscard]] std::string head() const override {
    std::string text = style_.comments_last ? "" : comments();
    if (style_.column_names) {
      text += header_.weights == WeightField::kNone ? "source,target\n" : "source,target,weight\n";
    }
    return text;
  }

  void append(const GraphRow& row, TextBuffer& out) const override {
    std::visit(
        [&](const auto& weights) {
          for (std::size_t i = 0; i < row.targets.size(); ++i) {
            if (!owns_edge(row, i, header_.directedness)) continue;
            append_label(row.vertex, out);
            out.append(style_.separator);
            append_label(row.targets[i], out);
            append_weight(style_.separator, weights, i, out);
            out.append('\n');
          }
        },
        row.weights);
  }

  [[nodiscard]] std::string tail() const override {
    return style_.comments_last ? comments() : std::string();
  }

 private:
  [[nodiscard]] std::string comments() const {
    // Readers learn of vertices with labels of their own by the edges.
    const std::uint64_t unlisted = header_.labels == LabelKind::kDense ? 0 : header_.num_isolated;
    std::string text = fmt::format("# {} graph\n# Nodes: {} Edges: {}\n",
                                   header_.is_directed() ? "Directed" : "Undirected",
                                   header_.num_vertices - unlisted, header_.num_edges);
    if (header_.labels == LabelKind::kText) {
      text += "# Labels: text\n";
    } else if (header_.labels == LabelKind::kSparse) {
      text += "# Labels: listed\n";
    } else if (header_.num_vertices > 0) {
      text += fmt::format("# Labels: {} to {}\n", numbers_[0], numbers_[header_.num_vertices - 1]);
    }
    return text;
  }

  void append_label(GlobalVertex v, TextBuffer& out) const {
    if (!numbers_.are_text()) return out.append_number(numbers_[v]);
    const auto& offsets = labels_.text_offsets();
    append_csv({labels_.arena().data() + offsets[v], offsets[v + 1] - offsets[v]}, out);
  }

  GraphHeader header_;
  Labels labels_;
  NumberLabels numbers_;
  Style style_;
};

}  // namespace

std::vector<GraphFile> edge_list_files(const GraphHeader& header, const Labels& labels,
                                       const std::string& path, int threads) {
  const Style style = style_of(path);
  check_labels(labels, header.num_vertices, style, threads);
  return one_section<EdgeListRows>(path, header, labels, style);
}

}  // namespace strider

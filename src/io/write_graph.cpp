#include <algorithm>
#include <optional>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "graph/csr_facts.hpp"
#include "io/write/graph_files.hpp"
#include "strider/io.hpp"

namespace strider {
namespace {

WeightField field_of(const AnyGraph& graph) {
  return visit_weights(graph, [](const Graph&, auto weights) {
    if constexpr (kNoWeights<decltype(weights)>) {
      return WeightField::kNone;
    } else {
      return std::integral<typename decltype(weights)::value_type> ? WeightField::kInteger
                                                                   : WeightField::kReal;
    }
  });
}

/// Of the topology alone.
GraphHeader header_of(const Graph& graph, FileFormat format, int threads) {
  GraphHeader header{
      .num_vertices = graph.num_vertices(),
      .num_edges = graph.num_edges(),
      .num_arcs = graph.num_arcs(),
      .num_self_loops = graph.num_self_loops(),
      .directedness = graph.is_directed() ? Directedness::kDirected : Directedness::kUndirected,
      .labels = graph.labels().kind()};
  if (needs_isolated(format, header.labels)) header.num_isolated = count_isolated(graph, threads);
  return header;
}

/// Weights in the order of the transpose's arcs.
template <class W>
Array<W> transposed_weights(const Graph& graph, std::span<const W> weights) {
  require_memory(saturating_add(weights.size_bytes(), graph.in().offsets().span().size_bytes()),
                 "the weights of the transpose");
  Array<W> transposed(weights.size());
  Array<EdgeIndex> next = Array<EdgeIndex>::copy_of(graph.in().offsets().span());
  // Rows of the transpose ascend by source, so walking the sources in order fills them in order.
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (EdgeIndex arc = graph.out().offsets()[v]; arc < graph.out().offsets()[v + std::size_t{1}];
         ++arc) {
      transposed[next[graph.out().targets()[arc]]++] = weights[arc];
    }
  }
  return transposed;
}

RowWeights weights_of_row(const RowWeights& all, EdgeIndex begin, std::size_t count) {
  return std::visit(
      [&](const auto& weights) -> RowWeights {
        if constexpr (kNoWeights<decltype(weights)>) {
          return weights;
        } else {
          return weights.subspan(begin, count);
        }
      },
      all);
}

/// Writes the sections of one graph.
class SectionWriter {
 public:
  SectionWriter(const AnyGraph& graph, int threads) : graph_(topology(graph)), threads_(threads) {
    visit_weights(graph, [&](const Graph&, auto weights) { weights_ = weights; });
  }

  void write(OutputSink& sink, const FileSection& section, Compression compression) {
    const bool by_source = section.rows == RowsBy::kSource;
    const Csr& csr = by_source ? graph_.out() : graph_.in(threads_);
    if (!by_source) transpose_weights();
    const RowWeights& weights = by_source ? weights_ : transposed_;
    const RowEncoder& encoder = *section.encoder;
    const auto append_rows = [&](Vertex first, Vertex last, TextBuffer& out) {
      std::vector<GlobalVertex> targets;
      for (Vertex v = first; v < last; ++v) {
        const auto neighbors = csr.neighbors(v);
        targets.assign(neighbors.begin(), neighbors.end());
        const EdgeIndex begin = csr.offsets()[v];
        encoder.append({v, begin, targets, weights_of_row(weights, begin, targets.size())}, out);
      }
    };
    write_text_blocks(sink, compression,
                      blocks_of_rows(encoder.head(), csr, append_rows, encoder.tail()), threads_);
  }

 private:
  /// Once.
  void transpose_weights() {
    if (is_transposed_) return;
    is_transposed_ = true;
    std::visit(
        [&](const auto& weights) {
          if constexpr (!kNoWeights<decltype(weights)>) {
            auto transposed = transposed_weights(graph_, weights);
            transposed_ = std::span(std::as_const(transposed).span());
            kept_ = std::move(transposed);
          }
        },
        weights_);
  }

  const Graph& graph_;
  int threads_;
  RowWeights weights_;
  RowWeights transposed_;
  Weights kept_;  // those of the transpose
  bool is_transposed_ = false;
};

}  // namespace

bool keeps_labels(const Graph& graph, FileFormat format) {
  const LabelKind kind = graph.labels().kind();
  return keeps_labels(format, kind, kind == LabelKind::kDense ? graph.labels().base() : 0);
}

bool keeps_vertices(const Graph& graph, FileFormat format, int threads) {
  Vertex used = graph.num_vertices();
  while (used > 0 && graph.out().degree(used - 1) == 0) --used;
  return keeps_vertices(format, header_of(graph, format, resolve_threads(threads)), used);
}

void write_graph(const AnyGraph& graph, const std::string& path, FileFormat format, int threads,
                 const std::function<void()>& before_naming) {
  const int workers = resolve_threads(threads);
  if (format == FileFormat::kNative) {
    require_packable(format, path);
    return write_native(graph, path, nullptr, nullptr, workers);
  }
  GraphHeader header = header_of(topology(graph), format, workers);
  header.weights = field_of(graph);
  const std::vector<GraphFile> files =
      graph_files(format, header, topology(graph).labels(), path, workers);
  SectionWriter writer(graph, workers);
  std::vector<OutputSink> sinks;
  for (const GraphFile& file : files) {
    OutputSink& sink = sinks.emplace_back(file.path);
    const Compression compression = compression_of_name(file.path);
    for (const FileSection& section : file.sections) writer.write(sink, section, compression);
  }
  for (OutputSink& sink : sinks) sink.sync();
  if (before_naming) before_naming();
  for (OutputSink& sink : sinks) sink.commit();
}

}  // namespace strider

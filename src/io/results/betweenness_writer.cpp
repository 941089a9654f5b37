#include <fmt/format.h>

#include "io/results/result_sink.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

void require_table(ResultFormat format) {
  if (format == ResultFormat::kLdbc) {
    throw UsageError("LDBC Graphalytics knows no betweenness: write .tsv or .npy instead");
  }
}

}  // namespace

void write_vertex_scores(const Labels& labels, std::span<const double> scores,
                         const std::string& path, ResultFormat format) {
  require_table(format);
  ResultSink sink(path);
  if (format == ResultFormat::kTsv) {
    require_tsv_labels(labels, scores.size());
    write_rows(sink, "vertex\tscore\n", scores.size(), [&](std::size_t v, std::string& out) {
      labels.append_label(static_cast<Vertex>(v), out);
      out += '\t';
      append_number(scores[v], out);
      out += '\n';
    });
  } else {
    require_numeric_labels(labels);
    std::string head =
        npy_head("[('vertex', '<i8'), ('score', '<f8')]", fmt::format("({},)", scores.size()));
    write_rows(sink, std::move(head), scores.size(), [&](std::size_t v, std::string& out) {
      append_value(npy_label(labels, static_cast<Vertex>(v)), out);
      append_value(scores[v], out);
    });
  }
  sink.commit();
}

void write_edge_scores(const Labels& labels, Vertex num_vertices, std::span<const Edge> edges,
                       std::span<const double> scores, const std::string& path,
                       ResultFormat format) {
  require_table(format);
  ResultSink sink(path);
  if (format == ResultFormat::kTsv) {
    require_tsv_labels(labels, num_vertices);
    write_rows(sink, "u\tv\tscore\n", scores.size(), [&](std::size_t i, std::string& out) {
      labels.append_label(edges[i].source, out);
      out += '\t';
      labels.append_label(edges[i].target, out);
      out += '\t';
      append_number(scores[i], out);
      out += '\n';
    });
  } else {
    require_numeric_labels(labels);
    std::string head = npy_head("[('u', '<i8'), ('v', '<i8'), ('score', '<f8')]",
                                fmt::format("({},)", scores.size()));
    write_rows(sink, std::move(head), scores.size(), [&](std::size_t i, std::string& out) {
      append_value(npy_label(labels, edges[i].source), out);
      append_value(npy_label(labels, edges[i].target), out);
      append_value(scores[i], out);
    });
  }
  sink.commit();
}

}  // namespace strider

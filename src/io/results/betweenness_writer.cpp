#include "io/results/result_sink.hpp"
#include "io/results/score_rows.hpp"
#include "strider/results.hpp"

namespace strider {

void write_vertex_scores(const Labels& labels, std::span<const double> scores,
                         const std::string& path, ResultFormat format) {
  const VertexScoreRows rows(labels, format);
  std::string head = rows.head(scores.size());
  ResultSink sink(path);
  write_rows(sink, std::move(head), scores.size(),
             [&](std::size_t v, std::string& out) { rows.append(v, scores[v], out); });
  sink.commit();
}

void write_edge_scores(const Labels& labels, Vertex num_vertices, std::span<const Edge> edges,
                       std::span<const double> scores, const std::string& path,
                       ResultFormat format) {
  const EdgeScoreRows rows(labels, format);
  std::string head = rows.head(num_vertices, scores.size());
  ResultSink sink(path);
  write_rows(sink, std::move(head), scores.size(), [&](std::size_t i, std::string& out) {
    rows.append(edges[i].source, edges[i].target, scores[i], out);
  });
  sink.commit();
}

}  // namespace strider

#include "io/results/score_rows.hpp"

#include <fmt/format.h>

#include <string_view>

#include "io/results/result_sink.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

std::string head_of(const Labels& labels, ResultFormat format, std::uint64_t num_vertices,
                    std::string_view columns, std::string_view descr, std::uint64_t num_rows) {
  switch (format) {
    case ResultFormat::kTsv:
      require_tsv_labels(labels, num_vertices);
      return std::string(columns);
    case ResultFormat::kNpy:
      require_numeric_labels(labels);
      return npy_head(descr, fmt::format("({},)", num_rows));
    case ResultFormat::kLdbc:
      break;
  }
  throw UsageError("LDBC Graphalytics has no format for betweenness: write .tsv or .npy instead");
}

}  // namespace

std::string VertexScoreRows::head(std::uint64_t num_vertices) const {
  return head_of(labels_, format_, num_vertices, "vertex\tscore\n",
                 "[('vertex', '<i8'), ('score', '<f8')]", num_vertices);
}

void VertexScoreRows::append(GlobalVertex vertex, double score, std::string& out) const {
  if (format_ == ResultFormat::kNpy) {
    append_value(npy_label(labels_, vertex), out);
    append_value(score, out);
    return;
  }
  append_label(labels_, vertex, out);
  out += '\t';
  append_number(score, out);
  out += '\n';
}

std::string EdgeScoreRows::head(std::uint64_t num_vertices, std::uint64_t num_edges) const {
  return head_of(labels_, format_, num_vertices, "u\tv\tscore\n",
                 "[('u', '<i8'), ('v', '<i8'), ('score', '<f8')]", num_edges);
}

void EdgeScoreRows::append(GlobalVertex u, GlobalVertex v, double score, std::string& out) const {
  if (format_ == ResultFormat::kNpy) {
    append_value(npy_label(labels_, u), out);
    append_value(npy_label(labels_, v), out);
    append_value(score, out);
    return;
  }
  append_label(labels_, u, out);
  out += '\t';
  append_label(labels_, v, out);
  out += '\t';
  append_number(score, out);
  out += '\n';
}

}  // namespace strider

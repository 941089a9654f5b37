// The rows of betweenness in a result file, one by one: the same bytes whoever writes them.
#pragma once

#include <cstdint>
#include <string>

#include "strider/labels.hpp"
#include "strider/results.hpp"
#include "strider/types.hpp"

namespace strider {

/// "vertex score".
class VertexScoreRows {
 public:
  /// `labels` outlive it.
  VertexScoreRows(const Labels& labels, ResultFormat format) : labels_(labels), format_(format) {}

  /// What stands before the rows of all vertices. Throws UsageError where the format has no
  /// betweenness, or labels do not fit it.
  [[nodiscard]] std::string head(std::uint64_t num_vertices) const;
  void append(GlobalVertex vertex, double score, std::string& out) const;

 private:
  const Labels& labels_;
  ResultFormat format_;
};

/// "u v score".
class EdgeScoreRows {
 public:
  EdgeScoreRows(const Labels& labels, ResultFormat format) : labels_(labels), format_(format) {}

  [[nodiscard]] std::string head(std::uint64_t num_vertices, std::uint64_t num_edges) const;
  void append(GlobalVertex u, GlobalVertex v, double score, std::string& out) const;

 private:
  const Labels& labels_;
  ResultFormat format_;
};

}  // namespace strider

// Which of two ranks keeps an edge between them.
#pragma once

#include <cstdint>

#include "algorithms/msf/ranks/edge_limit.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Knows of the columns of other ranks whose vertices they are, asked row by row: the columns of a
/// row ascend, and so do their ranks.
class CutSide {
 public:
  explicit CutSide(const Graph1d& graph) : graph_(graph), num_rows_(graph.num_rows()) {}

  [[nodiscard]] bool is_cut(Vertex column) const { return column >= num_rows_; }

  struct Other {
    int rank;
    bool kept_here;  ///< of the two ranks, this one keeps the edge
  };
  /// Of the edge from an own vertex to a column that is another rank's. Both ranks get the same
  /// answer, one half of the edges each: by a hash of what their owners call the ends.
  [[nodiscard]] Other look_at(Vertex row, Vertex column) {
    if (column < begin_ || column >= end_) find_section(column);
    const std::uint32_t there = locals_ == nullptr ? column - begin_ : locals_[column - begin_];
    const bool first = graph_.rank < rank_;
    const std::uint32_t low = first ? row : there;
    const std::uint32_t high = first ? there : row;
    return {rank_, lower_keeps(low, high) == first};
  }

 private:
  void find_section(Vertex column) {
    rank_ = graph_.owner_of(detail::column(column));
    const ColumnSection& section = graph_.columns.section(rank_);
    begin_ = section.begin;
    end_ = section.begin + section.size;
    locals_ = section.form == ColumnSection::Form::kPlain ? nullptr : section.locals.data();
  }

  const Graph1d& graph_;
  std::uint32_t num_rows_;
  int rank_ = -1;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  const std::uint32_t* locals_ = nullptr;
};

}  // namespace strider::detail

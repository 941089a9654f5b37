// Which of two ranks keeps an edge between them.
#pragma once

#include <cstdint>

#include "algorithms/msf/ranks/edge_limit.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Knows of the local ids of other ranks whose vertices they are, asked row by row: the local ids
/// of a row ascend, and so do their ranks.
class CutSide {
 public:
  explicit CutSide(const Graph1d& graph) : graph_(graph), num_rows_(graph.num_rows()) {}

  [[nodiscard]] bool is_cut(Vertex local_id) const { return local_id >= num_rows_; }

  struct Other {
    int rank;
    bool kept_here;  ///< of the two ranks, this one keeps the edge
  };
  /// Of the edge from an own vertex to a local id that is another rank's. Both ranks get the same
  /// answer, one half of the edges each: by a hash of what their owners call the ends.
  [[nodiscard]] Other look_at(Vertex row, Vertex local_id) {
    if (local_id < begin_ || local_id >= end_) find_range(local_id);
    const std::uint32_t there = locals_ == nullptr ? local_id - begin_ : locals_[local_id - begin_];
    const bool first = graph_.rank < rank_;
    const std::uint32_t low = first ? row : there;
    const std::uint32_t high = first ? there : row;
    return {rank_, lower_keeps(low, high) == first};
  }

 private:
  void find_range(Vertex local_id) {
    rank_ = graph_.owner_of(detail::local_id(local_id));
    const IdRange& range = graph_.local_ids.range(rank_);
    begin_ = range.begin;
    end_ = range.begin + range.size;
    locals_ = range.form == IdRange::Form::kPlain ? nullptr : range.locals.data();
  }

  const Graph1d& graph_;
  std::uint32_t num_rows_;
  int rank_ = -1;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  const std::uint32_t* locals_ = nullptr;
};

}  // namespace strider::detail

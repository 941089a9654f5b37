// What a device knows of local ids, on the host: the end of a search.
#pragma once

#include <cstdint>

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/ranks/rank_shape.hpp"
#include "algorithms/sssp/ranks_gpu/rank_paths.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Is read as RankDeltaStepping.
template <class W>
class FetchedPaths {
 public:
  using Distance = SsspDistance<W>;

  /// Throws MemoryError.
  explicit FetchedPaths(const RankShape& shape)
      : distances_(shape.num_rows), parents_(shape.num_local_ids), parent_ranks_(shape.num_own) {}
  [[nodiscard]] static std::uint64_t bytes(const RankShape& shape) {
    return shape.num_rows * std::uint64_t{sizeof(Distance)} +
           (std::uint64_t{shape.num_local_ids} + shape.num_own) * sizeof(std::uint32_t);
  }

  void fetch(RankPaths<W>& paths) {
    paths.fetch_distances(distances_.span());
    paths.fetch_parents(parents_.span());
    paths.fetch_parent_ranks(parent_ranks_.span());
  }

  /// Of local ids that are rows.
  [[nodiscard]] Distance distance(Vertex row) const { return distances_[row]; }
  [[nodiscard]] bool is_reached(Vertex row) const {
    return distances_[row] != kUnreachedDistance<Distance>;
  }
  [[nodiscard]] Vertex parent(Vertex local_id) const { return parents_[local_id]; }
  [[nodiscard]] int parent_rank(Vertex v) const { return static_cast<int>(parent_ranks_[v]); }

 private:
  Array<Distance> distances_;
  Array<std::uint32_t> parents_;
  Array<std::uint32_t> parent_ranks_;
};

}  // namespace strider::detail

// Distances by local id, and buckets of the rows that have something to relax: delta-stepping of
// one rank by its threads, whatever the local ids of other ranks' vertices stand for.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/host/bucket_queue.hpp"
#include "algorithms/sssp/host/shared_lists.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/ranks/engine.hpp"
#include "algorithms/sssp/ranks/host/changed_ids.hpp"
#include "algorithms/sssp/ranks/host/weighted_rows.hpp"
#include "algorithms/sssp/ranks/rank_shape.hpp"
#include "base/team.hpp"
#include "graph/bitmap.hpp"
#include "strider/sssp.hpp"

namespace strider::detail {

/// Distances are lowered by all threads, under a lock for each so many local ids, so that the
/// parent is that of the distance: few relaxations lower one. Members are for one thread, which
/// those that relax let others help.
template <class W>
class RankDeltaStepping {
 public:
  using Distance = SsspDistance<W>;

  [[nodiscard]] static std::uint64_t bytes(const RankShape& shape);
  /// `rank` stands for finds of this rank; settings.delta is not looked at. Throws MemoryError.
  RankDeltaStepping(const RankShape& shape, WeightedRows<W> rows, int rank, double delta,
                    const DistSsspSettings& settings);

  /// Forgets the last search. Arcs that lead farther than the bound wait.
  void start(Distance bound);
  /// Gives an own vertex a distance that `parent_rank` found, if it is smaller; of the source, this
  /// rank.
  void arrive(Vertex v, Distance distance, int parent_rank);
  /// Puts a row into the bucket of its local id's distance, if that fell since it was relaxed.
  void push(Vertex row);

  /// The smallest bucket that has something to relax; BucketQueue::kNone where there is none.
  [[nodiscard]] std::uint64_t next_bucket();
  /// Relaxes arcs of the rows of a bucket, and of what comes into it by that, that lead no farther
  /// than the bound.
  void relax(std::uint64_t bucket);
  /// The least length of a path by an arc that leads farther, or less.
  [[nodiscard]] Distance beyond() const;
  /// Arcs of rows that have been relaxed, as far as the bound let.
  [[nodiscard]] std::uint64_t settled_arcs() const;
  /// Moves the bound on; all rows that stopped at the old one continue.
  void continue_to(Distance bound);
  /// Every row beyond the bound takes the least distance over its arcs, which lead to and fro;
  /// then there is no bound any more, and buckets are `width` wide. What is known of other ranks'
  /// vertices within the bound was set before. The parent of a distance may be any local id.
  void pull(double width);
  [[nodiscard]] Distance bound() const { return bound_; }

  /// Of local ids that are no own vertices.
  [[nodiscard]] ChangedIds& changed() { return changed_; }
  [[nodiscard]] const ChangedIds& changed() const { return changed_; }
  /// Notes the local ids without a row that only a sum too large for the type leads to; returns the
  /// first with a row that is so, or kNoVertex.
  [[nodiscard]] Vertex note_overflows();

  [[nodiscard]] Distance distance(Vertex local_id) const { return best_[local_id]; }
  [[nodiscard]] bool is_reached(Vertex local_id) const {
    return best_[local_id] != kUnreachedDistance<Distance>;
  }
  void set_distance(Vertex local_id, Distance distance) { best_[local_id] = distance; }
  /// The row that the distance was relaxed from, or the local id that it was pulled from.
  [[nodiscard]] Vertex parent(Vertex local_id) const { return parents_[local_id]; }
  /// The rank that found an own vertex's distance; parent() says nothing where it is another.
  [[nodiscard]] int parent_rank(Vertex v) const { return parent_ranks_[v]; }

 private:
  static constexpr std::size_t kOffsetAhead = 16;
  static constexpr std::size_t kRowAhead = 8;
  static constexpr std::size_t kLocks = 1024;
  static constexpr std::size_t kPulledTogether = 1024;

  struct alignas(64) Worker {
    BucketQueue buckets;
    std::vector<Vertex> fused;
    Distance beyond{};
    std::uint64_t settled_arcs = 0;
  };
  struct alignas(64) Lock {
    std::atomic_flag taken;
  };

  [[nodiscard]] Worker& worker(int thread) { return workers_[static_cast<std::size_t>(thread)]; }
  std::vector<Vertex>& content(int thread, std::uint64_t bucket);
  [[nodiscard]] int team_for(std::size_t vertices) const {
    return vertices < min_parallel_vertices_ ? 1 : threads_;
  }
  std::size_t take(std::uint64_t bucket);
  void fuse(const Member& member, std::uint64_t bucket);
  void settle(const Member& member, std::span<const Vertex> rows);
  void relax_from(const Member& member, Vertex u, Distance distance, EdgeIndex arc);
  bool pull_row(Vertex row);
  bool record(Vertex local_id, Distance distance, Vertex parent);
  bool record_shared(Vertex local_id, Distance distance, Vertex parent);
  void prefetch_ahead(std::span<const Vertex> rows, std::size_t i) const;

  RankShape shape_;
  WeightedRows<W> rows_;
  int rank_;
  int threads_;
  std::size_t min_parallel_vertices_;
  double delta_;
  BucketMap<Distance> map_;
  Distance bound_{};

  // By local id: of own vertices the distance so far, of others' the smallest found here or known.
  Array<Distance> best_;
  Array<Vertex> parents_;
  Array<int> parent_ranks_;  // by own vertex
  // By row.
  Array<Distance> relaxed_at_;  // the distance at which arcs were relaxed last
  Array<EdgeIndex> stops_;      // the first arc beyond the bound
  Bitmap is_settled_;           // has been relaxed

  ChangedIds changed_;
  SharedLists taken_;    // from the bucket
  SharedLists stopped_;  // rows with arcs beyond the bound, each once
  SharedLists still_stopped_;
  std::vector<Worker> workers_;
  ChunkDealer dealer_;
  std::vector<Lock> locks_;
};

extern template class RankDeltaStepping<float>;
extern template class RankDeltaStepping<double>;
extern template class RankDeltaStepping<std::uint32_t>;

}  // namespace strider::detail

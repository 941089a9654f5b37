#include "algorithms/sssp/ranks/host/rank_delta_stepping.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/sssp/kernels.hpp"
#include "base/barrier.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"

namespace strider::detail {

template <class W>
std::uint64_t RankDeltaStepping<W>::bytes(const RankShape& shape) {
  const std::uint64_t by_local_id = sizeof(Distance) + sizeof(Vertex);
  const std::uint64_t by_row = sizeof(Distance) + 1;                 // and a bit
  const std::uint64_t by_vertex = sizeof(int) + 4 * sizeof(Vertex);  // and its places in lists
  return shape.num_local_ids * by_local_id + shape.num_rows * by_row + shape.num_own * by_vertex +
         ChangedIds::bytes(shape.num_local_ids) +
         WeightedRows<W>::bytes(shape.num_rows, shape.num_arcs);
}

template <class W>
RankDeltaStepping<W>::RankDeltaStepping(const RankShape& shape, WeightedRows<W> rows, int rank,
                                        double delta, const DistSsspSettings& settings)
    : shape_(shape),
      rows_(std::move(rows)),
      rank_(rank),
      threads_(settings.threads),
      min_parallel_vertices_(settings.min_parallel_vertices),
      delta_(delta),
      map_(delta),
      best_(shape.num_local_ids),
      parents_(shape.num_local_ids),
      parent_ranks_(shape.num_own),
      relaxed_at_(shape.num_rows),
      stops_(shape.num_rows),
      is_settled_(shape.num_rows),
      changed_(shape.num_local_ids, threads_),
      taken_(threads_),
      stopped_(threads_),
      still_stopped_(threads_),
      workers_(static_cast<std::size_t>(threads_)),
      locks_(threads_ > 1 ? kLocks : 0) {}

template <class W>
void RankDeltaStepping<W>::start(Distance bound) {
  const auto forget = [&](Array<Distance>& distances) {
    parallel_chunks(distances.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      std::fill(distances.begin() + begin, distances.begin() + end, kUnreachedDistance<Distance>);
    });
  };
  forget(best_);
  forget(relaxed_at_);
  is_settled_.clear(threads_);
  changed_.start();
  taken_.clear();
  stopped_.clear();
  still_stopped_.clear();
  for (Worker& worker : workers_) {
    worker.buckets.clear();
    worker.beyond = kUnreachedDistance<Distance>;
    worker.settled_arcs = 0;
  }
  map_ = BucketMap<Distance>(delta_);
  bound_ = bound;
}

template <class W>
void RankDeltaStepping<W>::arrive(Vertex v, Distance distance, int parent_rank) {
  if (!(distance < best_[v])) return;
  best_[v] = distance;
  parents_[v] = v;
  parent_ranks_[v] = parent_rank;
  push(v);
}

template <class W>
void RankDeltaStepping<W>::push(Vertex row) {
  if (best_[row] < relaxed_at_[row]) worker(0).buckets.push(map_.bucket_of(best_[row]), row);
}

template <class W>
std::uint64_t RankDeltaStepping<W>::next_bucket() {
  std::uint64_t next = BucketQueue::kNone;
  for (Worker& worker : workers_) {
    const auto waits = [&](Vertex row) { return best_[row] < relaxed_at_[row]; };
    next = std::min(next, worker.buckets.first_of(waits));
  }
  return next;
}

template <class W>
void RankDeltaStepping<W>::relax(std::uint64_t bucket) {
  for (std::size_t total = take(bucket); total > 0; total = take(bucket)) {
    dealer_.restart();
    parallel_team(team_for(total), [&](Member& member) {
      member.attempt([&] {
        taken_.deal(dealer_, 0,
                    [&](std::span<const Vertex> vertices) { settle(member, vertices); });
        fuse(member, bucket);
      });
    });
  }
  changed_.gather();
}

/// Continues with what the thread itself has put into the bucket, while that is little: bucket
/// fusion (Zhang et al. 2020).
template <class W>
void RankDeltaStepping<W>::fuse(const Member& member, std::uint64_t bucket) {
  std::vector<Vertex>& fused = worker(member.thread()).fused;
  while (true) {
    std::vector<Vertex>& again = content(member.thread(), bucket);
    if (again.empty() || team_for(again.size()) > 1) return;
    fused.clear();
    fused.swap(again);
    settle(member, fused);
  }
}

template <class W>
typename RankDeltaStepping<W>::Distance RankDeltaStepping<W>::beyond() const {
  Distance beyond = kUnreachedDistance<Distance>;
  for (const Worker& worker : workers_) beyond = std::min(beyond, worker.beyond);
  return beyond;
}

template <class W>
std::uint64_t RankDeltaStepping<W>::settled_arcs() const {
  std::uint64_t arcs = 0;
  for (const Worker& worker : workers_) arcs += worker.settled_arcs;
  return arcs;
}

template <class W>
void RankDeltaStepping<W>::continue_to(Distance bound) {
  bound_ = bound;
  std::size_t total = 0;
  for (int t = 0; t < threads_; ++t) {
    total += stopped_.of(t).size();
    worker(t).beyond = kUnreachedDistance<Distance>;
  }
  dealer_.restart();
  parallel_team(team_for(total), [&](Member& member) {
    member.attempt([&] {
      std::vector<Vertex>& still = still_stopped_.of(member.thread());
      stopped_.deal(dealer_, 0, [&](std::span<const Vertex> rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
          prefetch_ahead(rows, i);
          const Vertex u = rows[i];
          relax_from(member, u, load_relaxed(best_[u]), stops_[u]);
          if (stops_[u] < rows_.end(u)) still.push_back(u);
        }
      });
    });
  });
  std::swap(stopped_, still_stopped_);
  still_stopped_.clear();
  changed_.gather();
}

template <class W>
void RankDeltaStepping<W>::pull(double width) {
  map_ = BucketMap<Distance>(width);
  for (Worker& worker : workers_) {
    worker.buckets.clear();
    worker.beyond = kUnreachedDistance<Distance>;
  }
  stopped_.clear();
  const Distance bound = std::exchange(bound_, kUnreachedDistance<Distance>);
  std::size_t next_chunk = 0;
  parallel_region(threads_, [&](int thread, int) {
    while (true) {
      const std::size_t begin = fetch_add_relaxed(next_chunk, kPulledTogether);
      if (begin >= shape_.num_rows) return;
      const std::size_t end = std::min<std::size_t>(begin + kPulledTogether, shape_.num_rows);
      for (std::size_t i = begin; i < end; ++i) {
        const auto row = static_cast<Vertex>(i);
        if (load_relaxed(best_[row]) <= bound || !pull_row(row)) continue;
        if (row < shape_.num_own) {
          worker(thread).buckets.push(map_.bucket_of(best_[row]), row);
        } else {
          changed_.note(row, thread);
        }
      }
    }
  });
  changed_.gather();
}

/// Lowers the distance of a row, which no other thread does; whether there is something to relax.
template <class W>
bool RankDeltaStepping<W>::pull_row(Vertex row) {
  const Distance before = best_[row];
  Distance best = before;
  for (EdgeIndex e = rows_.begin(row); e < rows_.end(row); ++e) {
    const auto weight = static_cast<Distance>(rows_.weight(e));
    if (!(weight < best)) break;
    // Another thread may be pulling the neighbour: any distance it has had is that of a path.
    const Distance nearer = load_relaxed(best_[rows_.local_id(e)]);
    const auto through = static_cast<Distance>(nearer + weight);
    if (nearer == kUnreachedDistance<Distance> || !(through < best)) continue;
    best = through;
    parents_[row] = rows_.local_id(e);
  }
  if (best < before) {
    store_relaxed(best_[row], best);
    if (row < shape_.num_own) parent_ranks_[row] = rank_;
  }
  return best < relaxed_at_[row];
}

/// Takes what all threads have in a bucket; returns how much.
template <class W>
std::size_t RankDeltaStepping<W>::take(std::uint64_t bucket) {
  std::size_t total = 0;
  for (int t = 0; t < threads_; ++t) {
    std::vector<Vertex>& taken = taken_.of(t);
    taken.clear();
    taken.swap(content(t, bucket));
    total += taken.size();
  }
  return total;
}

template <class W>
std::vector<Vertex>& RankDeltaStepping<W>::content(int thread, std::uint64_t bucket) {
  return worker(thread).buckets.at(
      bucket, [&](Vertex row) { return map_.bucket_of(load_relaxed(best_[row])); });
}

template <class W>
void RankDeltaStepping<W>::settle(const Member& member, std::span<const Vertex> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    prefetch_ahead(rows, i);
    const Vertex u = rows[i];
    const Distance distance = load_relaxed(best_[u]);
    // Stands here a second time, or in an earlier bucket since.
    if (!lower(relaxed_at_[u], distance)) continue;
    relax_from(member, u, distance, rows_.begin(u));
    if (!is_settled_.claim_atomic(u)) continue;
    worker(member.thread()).settled_arcs += rows_.end(u) - rows_.begin(u);
    if (bound_ != kUnreachedDistance<Distance>) stopped_.of(member.thread()).push_back(u);
  }
}

/// Relaxes arcs from `arc` on as long as they lead no farther than the bound.
template <class W>
void RankDeltaStepping<W>::relax_from(const Member& member, Vertex u, Distance distance,
                                      EdgeIndex arc) {
  const bool is_shared = member.threads() > 1;
  Worker& mine = worker(member.thread());
  const EdgeIndex end = rows_.end(u);
  for (; arc < end; ++arc) {
    const auto through = static_cast<Distance>(distance + rows_.weight(arc));
    if (through > bound_) {
      mine.beyond = std::min(mine.beyond, through);
      break;
    }
    const Vertex local_id = rows_.local_id(arc);
    if (!(through < load_relaxed(best_[local_id]))) continue;
    if (!(is_shared ? record_shared(local_id, through, u) : record(local_id, through, u))) continue;
    if (local_id < shape_.num_own) {
      mine.buckets.push(map_.bucket_of(through), local_id);
    } else {
      changed_.note(local_id, member.thread());
    }
  }
  // Where two threads relax u at once, the one with the larger distance stops earlier: whichever is
  // the last to write down how far it came, continuing from there leaves out no arc.
  store_relaxed(stops_[u], arc);
}

template <class W>
bool RankDeltaStepping<W>::record(Vertex local_id, Distance distance, Vertex parent) {
  if (!(distance < best_[local_id])) return false;
  // Others may read the distance meanwhile; the rest is under the lock, or there is only this
  // thread.
  store_relaxed(best_[local_id], distance);
  parents_[local_id] = parent;
  if (local_id < shape_.num_own) parent_ranks_[local_id] = rank_;
  return true;
}

template <class W>
bool RankDeltaStepping<W>::record_shared(Vertex local_id, Distance distance, Vertex parent) {
  std::atomic_flag& taken = locks_[local_id % kLocks].taken;
  // Acquire and release: whoever lowers the distance next sees it, and writes its parent after.
  for (SpinWait wait; taken.test_and_set(std::memory_order_acquire);) wait.pause();
  const bool is_lower = record(local_id, distance, parent);
  taken.clear(std::memory_order_release);
  return is_lower;
}

template <class W>
Vertex RankDeltaStepping<W>::note_overflows() {
  Vertex overflowed = kNoVertex;
  for (Vertex u = 0; u < shape_.num_rows; ++u) {
    if (!is_reached(u)) continue;
    for (EdgeIndex e = rows_.begin(u); e < rows_.end(u); ++e) {
      const Vertex local_id = rows_.local_id(e);
      const bool is_finite = static_cast<Distance>(rows_.weight(e)) != kUnreachedDistance<Distance>;
      if (!is_finite || is_reached(local_id)) continue;
      if (local_id < shape_.num_rows) {
        overflowed = std::min(overflowed, local_id);
      } else {
        changed_.note(local_id, 0);
      }
    }
  }
  changed_.gather();
  return overflowed;
}

template <class W>
void RankDeltaStepping<W>::prefetch_ahead(std::span<const Vertex> rows, std::size_t i) const {
  if (i + kOffsetAhead < rows.size()) {
    rows_.prefetch_begin(rows[i + kOffsetAhead]);
    prefetch_to_read(best_.data() + rows[i + kOffsetAhead]);
  }
  if (i + kRowAhead < rows.size()) rows_.prefetch_arc(rows_.begin(rows[i + kRowAhead]));
}

template class RankDeltaStepping<float>;
template class RankDeltaStepping<double>;
template class RankDeltaStepping<std::uint32_t>;

}  // namespace strider::detail

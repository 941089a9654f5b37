#include "algorithms/sssp/ranks/host/host_paths.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/sssp/kernels.hpp"
#include "base/barrier.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "comm/encoding/valued_set.hpp"

namespace strider::detail {

template <class W>
HostPaths<W>::HostPaths(Workspace& workspace, const PathGraph<W>& graph, double delta,
                        const DistSsspSettings& settings)
    : graph_(graph),
      rows_(graph.rows),
      encoding_(settings.encoding),
      threads_(settings.threads),
      min_parallel_vertices_(settings.min_parallel_vertices),
      delta_(delta),
      map_(delta / kSteps),
      changed_(workspace, graph.num_local_ids, threads_),
      relaxed_(workspace, graph.has_copies() ? graph.num_own : 0, threads_),
      taken_(threads_),
      workers_(static_cast<std::size_t>(threads_)),
      locks_(threads_ > 1 ? kLocks : 0) {
  workspace.declare("the distances", best_, graph.num_local_ids);
  workspace.declare("the parents", parents_, graph.num_local_ids);
  workspace.declare("the ranks of parents", parent_ranks_, graph.num_own);
  workspace.declare("the distances that were relaxed", relaxed_at_, graph.num_rows());
  declare_bits(workspace, "the rows of one arc", is_leaf_, graph.num_own);
  workspace.when_taken([this] {
    is_leaf_.clear(threads_);
    for (Vertex v = 0; graph_.is_undirected && v < graph_.num_own; ++v) {
      if (graph_.degree(v) == 1) is_leaf_.set(v);
    }
    num_leaves_ = is_leaf_.count_words(0, is_leaf_.num_words());
  });
  workspace.declare("the vertices of a message", ids_, graph.most_ghosts());
  workspace.declare("the distances of a message", values_, graph.most_ghosts());
  // In buckets, taken from one, and stopped at the bound.
  workspace.count(
      "lists of vertices",
      graph.num_rows() * std::uint64_t{2 * sizeof(Vertex) + sizeof(typename Worker::Settled)});
}

template <class W>
void HostPaths<W>::start(Distance bound, Vertex source) {
  const auto forget = [&](Array<Distance>& distances) {
    parallel_chunks(distances.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      std::fill(distances.begin() + begin, distances.begin() + end, kUnreachedDistance<Distance>);
    });
  };
  forget(best_);
  forget(relaxed_at_);
  changed_.start();
  relaxed_.start();
  taken_.clear();
  for (Worker& worker : workers_) worker.clear();
  map_ = BucketMap<Distance>(delta_ / kSteps);
  bound_ = bound;
  overflowed_ = kNoVertex;
  if (source == kNoVertex) return;
  best_[source] = 0;
  parents_[source] = source;
  if (source < graph_.num_own) parent_ranks_[source] = graph_.rank;
  worker(0).buckets.push(0, source);
}

template <class W>
void HostPaths<W>::push(Vertex row, Worker& worker) {
  if (row < graph_.num_own && is_leaf_.test(row)) return;
  worker.buckets.push(map_.bucket_of(load_relaxed(best_[row])), row);
}

template <class W>
typename LocalPaths<W>::Ahead HostPaths<W>::ahead() {
  typename LocalPaths<W>::Ahead ahead;
  ahead.overflowed = overflowed_;
  ahead.settled_arcs = num_leaves_;
  for (Worker& worker : workers_) {
    const auto waits = [&](Vertex row) { return best_[row] < relaxed_at_[row]; };
    const std::uint64_t first = worker.buckets.first_of(waits);
    if (first != BucketQueue::kNone) ahead.bucket = std::min(ahead.bucket, first / kSteps);
    ahead.nearest = std::min(ahead.nearest, worker.beyond);
    ahead.settled_arcs += worker.settled_arcs;
  }
  if (!relaxed_.empty()) ahead.bucket = std::min(ahead.bucket, bucket_);
  return ahead;
}

template <class W>
void HostPaths<W>::relax(std::uint64_t bucket) {
  const std::uint64_t begin = bucket * kSteps;
  bucket_ = bucket;
  // Steps that messages lead back to must lie in the window, too.
  for (int t = 0; t < threads_; ++t) (void)content(t, begin);
  while (true) {
    std::uint64_t step = BucketQueue::kNone;
    for (Worker& worker : workers_) step = std::min(step, worker.buckets.first());
    if (step >= begin + kSteps) break;
    relax_step(step);
  }
  changed_.gather();
  relaxed_.gather();
}

template <class W>
void HostPaths<W>::relax_step(std::uint64_t step) {
  for (std::size_t total = take(step); total > 0; total = take(step)) {
    dealer_.restart();
    parallel_team(team_for(total), [&](Member& member) {
      member.attempt([&] {
        taken_.deal(dealer_, 0,
                    [&](std::span<const Vertex> vertices) { settle(member, vertices); });
        fuse(member, step);
      });
    });
  }
}

/// Continues with what the thread itself has put into the step, while that is little: bucket
/// fusion (Zhang et al. 2020).
template <class W>
void HostPaths<W>::fuse(const Member& member, std::uint64_t step) {
  std::vector<Vertex>& fused = worker(member.thread()).fused;
  while (true) {
    std::vector<Vertex>& again = content(member.thread(), step);
    if (again.empty() || team_for(again.size()) > 1) return;
    fused.clear();
    fused.swap(again);
    settle(member, fused);
  }
}

template <class W>
void HostPaths<W>::continue_to(Distance bound) {
  bound_ = bound;
  std::size_t total = 0;
  for (const Worker& worker : workers_) total += worker.settled.size();
  const int team = team_for(total);
  parallel_team(team, [&](Member& member) {
    member.attempt([&] {
      // Each the rows that it has settled, one those of threads that are not there.
      for (int t = member.thread(); t < threads_; t += team) {
        worker(t).continue_rows(rows_, best_.data(),
                                [&](Vertex u, Distance distance, EdgeIndex arc, EdgeIndex) {
                                  return relax_from(member, u, distance, arc);
                                });
      }
      lower_waiting(member);
    });
  });
  changed_.gather();
}

template <class W>
void HostPaths<W>::pull(double width) {
  map_ = BucketMap<Distance>(width / kSteps);
  for (Worker& worker : workers_) {
    worker.buckets.clear();
    worker.settled.clear();
    worker.beyond = kUnreachedDistance<Distance>;
  }
  const Distance bound = std::exchange(bound_, kUnreachedDistance<Distance>);
  std::size_t next_chunk = 0;
  parallel_region(threads_, [&](int thread, int) {
    const std::size_t rows = graph_.num_rows();
    while (true) {
      const std::size_t begin = fetch_add_relaxed(next_chunk, kPulledTogether);
      if (begin >= rows) return;
      worker(thread).for_each_beyond(rows_, best_.data(), bound,
                                     {begin, std::min(begin + kPulledTogether, rows)},
                                     [&](Vertex row) { pull_row(row, bound, thread); });
    }
  });
  changed_.gather();
}

/// Lowers the distance of a row, which no other thread does. A vertex within the bound has its
/// distance already; only copies of vertices of one arc, which are never relaxed, do not know it.
template <class W>
void HostPaths<W>::pull_row(Vertex row, Distance bound, int thread) {
  const Distance before = best_[row];
  Distance best = before;
  for (EdgeIndex e = rows_.begin(row); e < rows_.end(row); ++e) {
    const auto weight = static_cast<Distance>(rows_.weight(e));
    if (!(weight < best)) break;
    // Another thread may be pulling the neighbour: any distance it has had is that of a path.
    const Distance nearer = load_relaxed(best_[rows_.target(e)]);
    const auto through = static_cast<Distance>(nearer + weight);
    if (nearer == kUnreachedDistance<Distance> || !(through < best)) continue;
    best = through;
    parents_[row] = rows_.target(e);
  }
  const bool is_own = row < graph_.num_own;
  if (best <= bound) return;
  if (best < before) {
    store_relaxed(best_[row], best);
    if (is_own) parent_ranks_[row] = graph_.rank;
  }
  if (!(best < relaxed_at_[row])) return;
  if (is_own) {
    push(row, worker(thread));
  } else {
    changed_.note_shared(row, thread);
  }
}

/// Takes what all threads have in a step; returns how much.
template <class W>
std::size_t HostPaths<W>::take(std::uint64_t step) {
  std::size_t total = 0;
  for (int t = 0; t < threads_; ++t) {
    std::vector<Vertex>& taken = taken_.of(t);
    taken.clear();
    taken.swap(content(t, step));
    total += taken.size();
  }
  return total;
}

template <class W>
std::vector<Vertex>& HostPaths<W>::content(int thread, std::uint64_t step) {
  return worker(thread).buckets.at(
      step, [&](Vertex row) { return map_.bucket_of(load_relaxed(best_[row])); });
}

template <class W>
void HostPaths<W>::settle(const Member& member, std::span<const Vertex> rows) {
  const bool is_shared = member.threads() > 1;
  Worker& mine = worker(member.thread());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    mine.prefetch_ahead(rows_, best_.data(), rows, i);
    const Vertex u = rows[i];
    const Distance distance = load_relaxed(best_[u]);
    const Distance before = is_shared ? fetch_min(relaxed_at_[u], distance) : relaxed_at_[u];
    // Stands here a second time, or in an earlier step since.
    if (!(distance < before)) continue;
    if (!is_shared) relaxed_at_[u] = distance;
    if (graph_.has_copies() && u < graph_.num_own) {
      is_shared ? relaxed_.note_shared(u, member.thread()) : relaxed_.note(u);
    }
    const EdgeIndex begin = rows_.begin(u);
    const EdgeIndex end = rows_.end(u);
    if (before == kUnreachedDistance<Distance>) mine.settled_arcs += end - begin;
    const EdgeIndex stop = relax_from(member, u, distance, begin);
    // Once a row: where it stopped first is nearest to the front.
    if (stop < end && before == kUnreachedDistance<Distance>) {
      mine.settled.push_back({u, Worker::stop_in_row(stop - begin)});
    }
  }
  lower_waiting(member);
}

/// Relaxes the arcs of `u` from `arc` on, as long as they lead no farther than the bound.
template <class W>
EdgeIndex HostPaths<W>::relax_from(const Member& member, Vertex u, Distance distance,
                                   EdgeIndex arc) {
  return worker(member.thread())
      .relax(rows_, {u, u, distance}, arc, rows_.end(u), bound_, best_.data(),
             [&] { lower_waiting(member); });
}

/// Lowers the distances of the ends of relaxed arcs, all of whose cache lines were asked for.
template <class W>
void HostPaths<W>::lower_waiting(const Member& member) {
  const bool is_shared = member.threads() > 1;
  Worker& mine = worker(member.thread());
  for (const Found& found : std::span(mine.waiting.data(), mine.num_waiting)) {
    const Vertex v = found.vertex;
    if (!(found.through < load_relaxed(best_[v]))) continue;
    if (!(is_shared ? record_shared(v, found.through, found.parent)
                    : record(v, found.through, found.parent))) {
      continue;
    }
    if (v < graph_.num_own) {
      push(v, mine);
    } else if (is_shared) {
      changed_.note_shared(v, member.thread());
    } else {
      changed_.note(v);
    }
  }
  mine.num_waiting = 0;
}

template <class W>
bool HostPaths<W>::record(Vertex local_id, Distance distance, Vertex parent) {
  if (!(distance < best_[local_id])) return false;
  // Others may read the distance meanwhile; the rest is under the lock, or there is only this
  // thread.
  store_relaxed(best_[local_id], distance);
  parents_[local_id] = parent;
  if (local_id < graph_.num_own) parent_ranks_[local_id] = graph_.rank;
  return true;
}

template <class W>
bool HostPaths<W>::record_shared(Vertex local_id, Distance distance, Vertex parent) {
  std::atomic_flag& taken = locks_[local_id % kLocks].taken;
  // Acquire and release: whoever lowers the distance next sees it, and writes its parent after.
  for (SpinWait wait; taken.test_and_set(std::memory_order_acquire);) wait.pause();
  const bool is_lower = record(local_id, distance, parent);
  taken.clear(std::memory_order_release);
  return is_lower;
}

template <class W>
void HostPaths<W>::note_overflows() {
  for (Vertex u = 0; u < graph_.num_rows(); ++u) {
    if (!is_reached(u)) continue;
    for (EdgeIndex e = rows_.begin(u); e < rows_.end(u); ++e) {
      const Vertex local_id = rows_.target(e);
      const auto weight = static_cast<Distance>(rows_.weight(e));
      if (weight == kUnreachedDistance<Distance> || is_reached(local_id)) continue;
      if (local_id < graph_.num_rows()) {
        overflowed_ = std::min(overflowed_, local_id);
      } else {
        changed_.note(local_id);
      }
    }
  }
  changed_.gather();
}

template <class W>
std::size_t HostPaths<W>::write_found(int owner, std::span<std::byte> to) {
  const PathPeer& peer = graph_.peer(owner);
  std::size_t count = 0;
  changed_.for_each(peer.range_begin, peer.range_begin + peer.range_size, [&](Vertex local_id) {
    ids_[count] = local_id - peer.range_begin;
    values_[count++] = best_[local_id];
  });
  return encode(count, peer.range_size, to);
}

template <class W>
void HostPaths<W>::take_found(int finder, std::span<const std::byte> message) {
  const PathPeer& peer = graph_.peer(finder);
  GhostReader reader(peer);
  comm::decode_valued<Distance>(message, peer.num_subscribed, ids_)
      .for_each([&](std::uint32_t ghost, Distance distance) {
        const Vertex v = index(reader.vertex(ghost));
        if (distance < best_[v]) {
          best_[v] = distance;
          parents_[v] = v;
          parent_ranks_[v] = finder;
          push(v, worker(0));
        } else if (!is_reached(v)) {
          overflowed_ = std::min(overflowed_, v);
        }
      });
}

template <class W>
std::size_t HostPaths<W>::write_relaxed(std::span<std::byte> to) {
  std::size_t count = 0;
  relaxed_.for_each(0, graph_.num_own, [&](Vertex v) {
    ids_[count] = v;
    values_[count++] = best_[v];
  });
  return encode(count, graph_.grid->block_size(), to);
}

template <class W>
std::size_t HostPaths<W>::write_settled(int subscriber, std::span<std::byte> to) {
  const PathPeer& peer = graph_.peer(subscriber);
  std::size_t count = 0;
  for_each_ghost(peer, [&](std::uint32_t ghost, Vertex v) {
    if (!is_reached(v)) return;
    ids_[count] = ghost;
    values_[count++] = best_[v];
  });
  return encode(count, peer.num_subscribed, to);
}

template <class W>
void HostPaths<W>::take_settled(int owner, std::span<const std::byte> message) {
  const PathPeer& peer = graph_.peer(owner);
  comm::decode_valued<Distance>(message, peer.range_size, ids_)
      .for_each([&](std::uint32_t ghost, Distance distance) {
        best_[peer.range_begin + ghost] = distance;
      });
}

template class HostPaths<float>;
template class HostPaths<double>;
template class HostPaths<std::uint32_t>;

}  // namespace strider::detail

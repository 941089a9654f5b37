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
      map_(delta),
      changed_(workspace, graph.num_local_ids, threads_),
      taken_(threads_),
      stopped_(threads_),
      still_stopped_(threads_),
      workers_(static_cast<std::size_t>(threads_)),
      locks_(threads_ > 1 ? kLocks : 0) {
  workspace.declare("the distances", best_, graph.num_local_ids);
  workspace.declare("the parents", parents_, graph.num_local_ids);
  workspace.declare("the ranks of parents", parent_ranks_, graph.num_own);
  workspace.declare("the distances that were relaxed", relaxed_at_, graph.num_rows());
  workspace.declare("the first arcs beyond the bound", stops_, graph.num_rows());
  declare_bits(workspace, "the rows that were relaxed", is_settled_, graph.num_rows());
  workspace.declare("the vertices of a message", ids_, graph.most_ghosts());
  workspace.declare("the distances of a message", values_, graph.most_ghosts());
  // In buckets, taken from one, and stopped at the bound.
  workspace.count("lists of vertices", graph.num_own * 4 * std::uint64_t{sizeof(Vertex)});
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
  overflowed_ = kNoVertex;
  if (source == kNoVertex) return;
  best_[source] = 0;
  parents_[source] = source;
  if (source < graph_.num_own) parent_ranks_[source] = graph_.rank;
  push(source);
}

template <class W>
void HostPaths<W>::push(Vertex row) {
  if (best_[row] < relaxed_at_[row]) worker(0).buckets.push(map_.bucket_of(best_[row]), row);
}

template <class W>
typename LocalPaths<W>::Ahead HostPaths<W>::ahead() {
  typename LocalPaths<W>::Ahead ahead;
  ahead.overflowed = overflowed_;
  for (Worker& worker : workers_) {
    const auto waits = [&](Vertex row) { return best_[row] < relaxed_at_[row]; };
    ahead.bucket = std::min(ahead.bucket, worker.buckets.first_of(waits));
    ahead.nearest = std::min(ahead.nearest, worker.beyond);
    ahead.settled_arcs += worker.settled_arcs;
  }
  return ahead;
}

template <class W>
void HostPaths<W>::relax(std::uint64_t bucket) {
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
void HostPaths<W>::fuse(const Member& member, std::uint64_t bucket) {
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
void HostPaths<W>::continue_to(Distance bound) {
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
void HostPaths<W>::pull(double width) {
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
      if (begin >= graph_.num_rows()) return;
      const std::size_t end = std::min<std::size_t>(begin + kPulledTogether, graph_.num_rows());
      for (std::size_t i = begin; i < end; ++i) {
        const auto row = static_cast<Vertex>(i);
        if (load_relaxed(best_[row]) <= bound || !pull_row(row)) continue;
        if (row < graph_.num_own) {
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
bool HostPaths<W>::pull_row(Vertex row) {
  const Distance before = best_[row];
  Distance best = before;
  for (EdgeIndex e = rows_.begin(row); e < rows_.end(row); ++e) {
    const auto weight = static_cast<Distance>(rows_.weights[e]);
    if (!(weight < best)) break;
    // Another thread may be pulling the neighbour: any distance it has had is that of a path.
    const Distance nearer = load_relaxed(best_[rows_.local_ids[e]]);
    const auto through = static_cast<Distance>(nearer + weight);
    if (nearer == kUnreachedDistance<Distance> || !(through < best)) continue;
    best = through;
    parents_[row] = rows_.local_ids[e];
  }
  if (best < before) {
    store_relaxed(best_[row], best);
    if (row < graph_.num_own) parent_ranks_[row] = graph_.rank;
  }
  return best < relaxed_at_[row];
}

/// Takes what all threads have in a bucket; returns how much.
template <class W>
std::size_t HostPaths<W>::take(std::uint64_t bucket) {
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
std::vector<Vertex>& HostPaths<W>::content(int thread, std::uint64_t bucket) {
  return worker(thread).buckets.at(
      bucket, [&](Vertex row) { return map_.bucket_of(load_relaxed(best_[row])); });
}

template <class W>
void HostPaths<W>::settle(const Member& member, std::span<const Vertex> rows) {
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
void HostPaths<W>::relax_from(const Member& member, Vertex u, Distance distance, EdgeIndex arc) {
  const bool is_shared = member.threads() > 1;
  Worker& mine = worker(member.thread());
  const EdgeIndex end = rows_.end(u);
  for (; arc < end; ++arc) {
    const auto through = static_cast<Distance>(distance + rows_.weights[arc]);
    if (through > bound_) {
      mine.beyond = std::min(mine.beyond, through);
      break;
    }
    const Vertex local_id = rows_.local_ids[arc];
    if (!(through < load_relaxed(best_[local_id]))) continue;
    if (!(is_shared ? record_shared(local_id, through, u) : record(local_id, through, u))) continue;
    if (local_id < graph_.num_own) {
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
      const Vertex local_id = rows_.local_ids[e];
      const auto weight = static_cast<Distance>(rows_.weights[e]);
      if (weight == kUnreachedDistance<Distance> || is_reached(local_id)) continue;
      if (local_id < graph_.num_rows()) {
        overflowed_ = std::min(overflowed_, local_id);
      } else {
        changed_.note(local_id, 0);
      }
    }
  }
  changed_.gather();
}

template <class W>
std::size_t HostPaths<W>::encode(std::size_t count, std::uint32_t universe,
                                 std::span<std::byte> to) const {
  return comm::encode_valued<Distance>(ids_.span().first(count), values_.span().first(count),
                                       universe, encoding_, to);
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
          push(v);
        } else if (!is_reached(v)) {
          overflowed_ = std::min(overflowed_, v);
        }
      });
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

template <class W>
bool HostPaths<W>::copy_changed(std::span<std::uint64_t> delegates) {
  changed_.copy_words(graph_.delegates, delegates);
  return changed_.any_in(graph_.ghosts(), graph_.num_local_ids);
}

template <class W>
void HostPaths<W>::copy_distances(std::span<const Vertex> local_ids, std::span<Distance> to) {
  for (std::size_t i = 0; i < local_ids.size(); ++i) to[i] = best_[local_ids[i]];
}

template <class W>
void HostPaths<W>::set_distances(std::span<const Vertex> local_ids,
                                 std::span<const Distance> distances) {
  for (std::size_t i = 0; i < local_ids.size(); ++i) {
    best_[local_ids[i]] = distances[i];
    push(local_ids[i]);
  }
}

template <class W>
void HostPaths<W>::prefetch_ahead(std::span<const Vertex> rows, std::size_t i) const {
  if (i + kOffsetAhead < rows.size()) {
    prefetch_to_read(rows_.begins.data() + rows[i + kOffsetAhead]);
    prefetch_to_read(best_.data() + rows[i + kOffsetAhead]);
  }
  if (i + kRowAhead < rows.size()) {
    const EdgeIndex arc = rows_.begin(rows[i + kRowAhead]);
    prefetch_to_read(rows_.local_ids.data() + arc);
    prefetch_to_read(rows_.weights.data() + arc);
  }
}

template class HostPaths<float>;
template class HostPaths<double>;
template class HostPaths<std::uint32_t>;

}  // namespace strider::detail

#include "algorithms/sssp/dist/host/column_paths.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/sssp/kernels.hpp"
#include "base/barrier.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"

namespace strider::detail {

template <class W>
std::uint64_t ColumnPaths<W>::bytes(const ColumnShape& shape) {
  const std::uint64_t by_column = sizeof(Distance) + sizeof(Vertex);
  const std::uint64_t by_row = sizeof(Distance) + 1;                 // and a bit
  const std::uint64_t by_vertex = sizeof(int) + 3 * sizeof(Vertex);  // and its places in lists
  return shape.num_columns * by_column + shape.num_rows * by_row + shape.num_own * by_vertex +
         ChangedColumns::bytes(shape.num_columns) +
         WeightedRows<W>::bytes(shape.num_rows, shape.num_arcs);
}

template <class W>
ColumnPaths<W>::ColumnPaths(const ColumnShape& shape, WeightedRows<W> rows, int rank, double delta,
                            const DistSsspSettings& settings)
    : shape_(shape),
      rows_(std::move(rows)),
      rank_(rank),
      threads_(settings.threads),
      worth_threads_(settings.worth_threads),
      map_(delta),
      best_(shape.num_columns),
      parents_(shape.num_columns),
      finders_(shape.num_own),
      relaxed_at_(shape.num_rows),
      changed_(shape.num_columns, threads_),
      taken_(threads_),
      settled_(threads_),
      is_settled_(shape.num_rows),
      workers_(static_cast<std::size_t>(threads_)),
      locks_(threads_ > 1 ? kLocks : 0) {}

template <class W>
void ColumnPaths<W>::start() {
  const auto forget = [&](Array<Distance>& distances) {
    parallel_shares(distances.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      std::fill(distances.begin() + begin, distances.begin() + end, kUnreachedDistance<Distance>);
    });
  };
  forget(best_);
  forget(relaxed_at_);
  is_settled_.clear(threads_);
  changed_.start();
  taken_.clear();
  settled_.clear();
  for (Worker& worker : workers_) worker.buckets.clear();
}

template <class W>
bool ColumnPaths<W>::is_reached(Vertex column) const {
  return best_[column] != kUnreachedDistance<Distance>;
}

template <class W>
void ColumnPaths<W>::arrive(Vertex v, Distance distance, int finder) {
  if (!(distance < best_[v])) return;
  best_[v] = distance;
  parents_[v] = v;
  finders_[v] = finder;
  push(v);
}

template <class W>
void ColumnPaths<W>::push(Vertex row) {
  if (best_[row] < relaxed_at_[row]) worker(0).buckets.push(map_.bucket_of(best_[row]), row);
}

template <class W>
std::uint64_t ColumnPaths<W>::next_bucket() {
  std::uint64_t next = BucketQueue::kNone;
  for (Worker& worker : workers_) {
    const auto waits = [&](Vertex row) { return best_[row] < relaxed_at_[row]; };
    next = std::min(next, worker.buckets.first_of(waits));
  }
  return next;
}

template <class W>
void ColumnPaths<W>::relax_light(std::uint64_t bucket) {
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

/// Goes on with what the thread itself has put into the bucket, as long as that is little: bucket
/// fusion (Zhang et al. 2020).
template <class W>
void ColumnPaths<W>::fuse(const Member& member, std::uint64_t bucket) {
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
void ColumnPaths<W>::relax_heavy() {
  std::size_t total = 0;
  for (int t = 0; t < threads_; ++t) total += settled_.of(t).size();
  dealer_.restart();
  parallel_team(team_for(total), [&](Member& member) {
    member.attempt([&] {
      settled_.deal(dealer_, 0, [&](std::span<const Vertex> vertices) {
        for (std::size_t i = 0; i < vertices.size(); ++i) {
          prefetch_ahead(vertices, i);
          const Vertex u = vertices[i];
          // Rounding may let a heavy arc lead to the same bucket: then it is settled once more.
          is_settled_.reset_atomic(u);
          relax(member, u, load_relaxed(best_[u]), rows_.heavy(u));
        }
      });
    });
  });
  settled_.clear();
  changed_.gather();
}

/// Takes what all threads have in a bucket; returns how much.
template <class W>
std::size_t ColumnPaths<W>::take(std::uint64_t bucket) {
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
std::vector<Vertex>& ColumnPaths<W>::content(int thread, std::uint64_t bucket) {
  return worker(thread).buckets.at(
      bucket, [&](Vertex row) { return map_.bucket_of(load_relaxed(best_[row])); });
}

template <class W>
void ColumnPaths<W>::settle(const Member& member, std::span<const Vertex> vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    prefetch_ahead(vertices, i);
    const Vertex u = vertices[i];
    const Distance distance = load_relaxed(best_[u]);
    // Stands here a second time, or in an earlier bucket since.
    if (!lower(relaxed_at_[u], distance)) continue;
    if (is_settled_.claim_atomic(u)) settled_.of(member.thread()).push_back(u);
    relax(member, u, distance, rows_.light(u));
  }
}

template <class W>
void ColumnPaths<W>::relax(const Member& member, Vertex u, Distance distance, Row row) {
  const bool is_shared = member.threads() > 1;
  BucketQueue& buckets = worker(member.thread()).buckets;
  for (std::size_t i = 0; i < row.columns.size(); ++i) {
    const auto through = static_cast<Distance>(distance + row.weights[i]);
    const Vertex column = row.columns[i];
    if (!(through < load_relaxed(best_[column]))) continue;
    if (!(is_shared ? record_shared(column, through, u) : record(column, through, u))) continue;
    if (column < shape_.num_own) {
      buckets.push(map_.bucket_of(through), column);
    } else {
      changed_.note(column, member.thread());
    }
  }
}

template <class W>
bool ColumnPaths<W>::record(Vertex column, Distance distance, Vertex parent) {
  if (!(distance < best_[column])) return false;
  // Others may read the distance meanwhile; the rest is under the lock, or this thread is alone.
  store_relaxed(best_[column], distance);
  parents_[column] = parent;
  if (column < shape_.num_own) finders_[column] = rank_;
  return true;
}

template <class W>
bool ColumnPaths<W>::record_shared(Vertex column, Distance distance, Vertex parent) {
  std::atomic_flag& taken = locks_[column % kLocks].taken;
  // Acquire and release: whoever lowers the distance next sees it, and writes its parent after.
  for (SpinWait wait; taken.test_and_set(std::memory_order_acquire);) wait.pause();
  const bool is_lower = record(column, distance, parent);
  taken.clear(std::memory_order_release);
  return is_lower;
}

template <class W>
bool ColumnPaths<W>::note_overflows() {
  bool overflowed = false;
  for (Vertex u = 0; u < shape_.num_rows; ++u) {
    if (!is_reached(u)) continue;
    const Row row = rows_.all(u);
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
      const Vertex column = row.columns[i];
      const bool is_finite = static_cast<Distance>(row.weights[i]) != kUnreachedDistance<Distance>;
      if (!is_finite || is_reached(column)) continue;
      if (column < shape_.num_rows) {
        overflowed = true;
      } else {
        changed_.note(column, 0);
      }
    }
  }
  changed_.gather();
  return overflowed;
}

template <class W>
void ColumnPaths<W>::prefetch_ahead(std::span<const Vertex> vertices, std::size_t i) const {
  if (i + kOffsetAhead < vertices.size()) {
    const Vertex ahead = vertices[i + kOffsetAhead];
    prefetch_to_read(rows_.begin_address(ahead));
    prefetch_to_read(rows_.heavy_address(ahead));
    prefetch_to_read(best_.data() + ahead);
  }
  if (i + kRowAhead < vertices.size()) {
    const EdgeIndex row = rows_.begin(vertices[i + kRowAhead]);
    prefetch_to_read(rows_.columns() + row);
    prefetch_to_read(rows_.weights() + row);
  }
}

template class ColumnPaths<float>;
template class ColumnPaths<double>;
template class ColumnPaths<std::uint32_t>;

}  // namespace strider::detail

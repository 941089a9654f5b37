// What the threads of push-pull delta-stepping keep, bring to a barrier, and decide by.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/host/bucket_queue.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "base/atomics.hpp"
#include "base/prefetch.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"

namespace strider::detail {

/// A vertex, and the length of a path to it.
template <class D>
struct Reach {
  Vertex vertex;
  D through;
};

/// What one thread keeps. D is the type of distances; Waiting is a Reach, or has its members.
template <class D, class Waiting = Reach<D>>
struct alignas(64) PushPullQueue {
  /// Ends of relaxed arcs that wait for their cache lines: enough to hide how long these take.
  static constexpr std::size_t kMostWaiting = 128;
  static constexpr std::size_t kMostPicked = 64;

  /// Rows between two looks at the stop flag.
  static constexpr std::size_t kRowsTogether = 1U << 12U;
  static constexpr std::size_t kOffsetAhead = 16;
  static constexpr std::size_t kRowAhead = 8;
  static constexpr std::size_t kTargetsAhead = 4;
  static constexpr EdgeIndex kTargetsPrefetched = 2;

  /// A settled vertex, and how many of its arcs have been relaxed.
  struct Settled {
    Vertex vertex;
    std::uint32_t stop;
  };
  /// An arc whose end is not read yet, and all else of what it reaches.
  struct Picked {
    EdgeIndex arc;
    Waiting reached;
  };
  BucketQueue buckets;
  std::vector<Settled> settled;  ///< those with arcs beyond the bound
  EdgeIndex settled_arcs = 0;
  /// The smallest length of a path by an arc that was left beyond the bound.
  D beyond = kUnreachedDistance<D>;
  std::array<Waiting, kMostWaiting> waiting;
  std::size_t num_waiting = 0;
  std::array<Picked, kMostPicked> picked;
  std::size_t num_picked = 0;
  std::vector<Vertex> far;  ///< of a chunk that is pulled

  void clear() {
    buckets.clear();
    settled.clear();
    settled_arcs = 0;
    beyond = kUnreachedDistance<D>;
    num_picked = 0;
    num_waiting = 0;  // a search that ended ahead of time leaves something behind
  }

  /// Relaxes the arcs of `from`, a vertex and its distance, from `e` on as long as they lead no
  /// farther than the bound; returns where it stopped. Their ends wait, with the other members of
  /// `from`; lower_waiting() empties the list.
  template <class Rows, class F>
  EdgeIndex relax(const Rows& rows, const Waiting& from, EdgeIndex e, EdgeIndex end, D bound,
                  const D* distances, F&& lower_waiting) {
    for (Waiting reached = from; e < end; ++e) {
      reached.through = from.through + rows.weight(e);
      if (reached.through > bound) {
        beyond = std::min(beyond, reached.through);
        break;
      }
      reached.vertex = rows.target(e);
      prefetch_to_write(distances + reached.vertex);
      waiting[num_waiting++] = reached;
      if (num_waiting == kMostWaiting) lower_waiting();
    }
    return e;
  }

  /// As relax(), of rows in any order: the arcs in [e, end) that the filter picks. Returns whether
  /// no arc leads farther. finish_picked() relaxes the last ones.
  template <class Rows, class Filter, class F>
  bool relax_picked(const Rows& rows, const Waiting& from, EdgeIndex e, EdgeIndex end,
                    Filter filter, const D* distances, F&& lower_waiting) {
    filter.for_each(rows.weights(), e, end, [&](EdgeIndex arc) {
      rows.prefetch_target(arc);
      picked[num_picked] = {arc, from};
      picked[num_picked++].reached.through += rows.weight(arc);
      if (num_picked == kMostPicked) finish_picked(rows, distances, lower_waiting);
    });
    beyond = std::min(beyond, filter.beyond());
    return filter.beyond() == kUnreachedDistance<D>;
  }
  template <class Rows, class F>
  void finish_picked(const Rows& rows, const D* distances, F&& lower_waiting) {
    for (const auto& [arc, reached] : std::span(picked.data(), num_picked)) {
      waiting[num_waiting] = reached;
      waiting[num_waiting].vertex = rows.target(arc);
      prefetch_to_write(distances + waiting[num_waiting++].vertex);
      if (num_waiting == kMostWaiting) lower_waiting();
    }
    num_picked = 0;
  }

  /// body(u, distance, from, end) relaxes the arcs of each settled row from where it stopped, and
  /// returns where it does now.
  template <class Rows, class F>
  void continue_rows(const Rows& rows, const D* distances, F&& body) {
    beyond = kUnreachedDistance<D>;
    std::size_t unfinished = 0;
    for (std::size_t i = 0; i < settled.size(); ++i) {
      if (i % kRowsTogether == 0) throw_if_stopped();
      if (i + kOffsetAhead < settled.size()) {
        const Vertex ahead = settled[i + kOffsetAhead].vertex;
        rows.prefetch_offset(ahead);
        prefetch_to_read(distances + ahead);
      }
      if (i + kRowAhead < settled.size()) {
        const Settled& ahead = settled[i + kRowAhead];
        rows.prefetch_arc(rows.begin(ahead.vertex) + ahead.stop);
      }
      const auto [u, stop] = settled[i];
      const EdgeIndex begin = rows.begin(u);
      const EdgeIndex end = rows.end(u);
      const EdgeIndex now = body(u, load_relaxed(distances[u]), begin + stop, end);
      if (now < end) settled[unfinished++] = {u, stop_in_row(now - begin)};
    }
    settled.resize(unfinished);
  }

  /// body(v) for the vertices of a chunk that are farther than the bound.
  template <class Rows, class F>
  void for_each_beyond(const Rows& rows, const D* distances, D bound, Range chunk, F&& body) {
    far.resize(chunk.end - chunk.begin);
    std::size_t count = 0;
    for (std::size_t v = chunk.begin; v < chunk.end; ++v) {
      far[count] = static_cast<Vertex>(v);
      count += load_relaxed(distances[v]) > bound ? 1 : 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (i + kRowAhead < count) rows.prefetch_arc(rows.begin(far[i + kRowAhead]));
      if (i + kTargetsAhead < count) {
        const Vertex ahead = far[i + kTargetsAhead];
        const EdgeIndex row = rows.begin(ahead);
        const EdgeIndex end = std::min(row + kTargetsPrefetched, rows.end(ahead));
        for (EdgeIndex e = row; e < end; ++e) {
          prefetch_to_read(distances + rows.target(e));
        }
      }
      body(far[i]);
    }
  }

  /// Before the row of the i-th of `vertices` is read.
  template <class Rows>
  [[gnu::always_inline]] static void prefetch_ahead(const Rows& rows, const D* distances,
                                                    std::span<const Vertex> vertices,
                                                    std::size_t i) {
    if (i + kOffsetAhead < vertices.size()) {
      rows.prefetch_offset(vertices[i + kOffsetAhead]);
      prefetch_to_read(distances + vertices[i + kOffsetAhead]);
    }
    if (i + kRowAhead < vertices.size()) rows.prefetch_arc(rows.begin(vertices[i + kRowAhead]));
  }

  /// Of a row longer than 32 bits tell, less than was done: to do some of it again is no fault.
  static std::uint32_t stop_in_row(EdgeIndex arcs) {
    return static_cast<std::uint32_t>(std::min<EdgeIndex>(arcs, 0xFFFF'FFFFU));
  }
};

/// What decides how arcs are relaxed; the same for all members of the team at any time.
template <class D>
struct PushPullPhase {
  D begin = 0;  ///< of rows that are not by weight: what leads to less was relaxed before
  D bound = kUnreachedDistance<D>;
  BucketMap<D> map;
  bool has_pulled = false;

  [[nodiscard]] bool has_bound() const { return bound != kUnreachedDistance<D>; }
};

/// What the members of a team bring to a barrier.
template <class D>
struct PushPullStatus {
  std::uint64_t bucket = BucketQueue::kNone;  ///< their first
  D beyond = kUnreachedDistance<D>;           ///< where their first arc beyond the bound leads to
  EdgeIndex settled = 0;                      ///< their settled arcs

  PushPullStatus& operator+=(const PushPullStatus& other) {
    bucket = std::min(bucket, other.bucket);
    beyond = std::min(beyond, other.beyond);
    settled += other.settled;
    return *this;
  }
};

}  // namespace strider::detail

// What the threads of push-pull delta-stepping keep, bring to a barrier, and decide by.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/host/bucket_queue.hpp"
#include "algorithms/sssp/kernels.hpp"

namespace strider::detail {

/// What one thread keeps. D is the type of distances.
template <class D>
struct alignas(64) PushPullQueue {
  /// Ends of relaxed arcs that wait for their cache lines: enough to hide how long these take.
  static constexpr std::size_t kMostWaiting = 128;

  /// A settled vertex, and how many of its arcs have been relaxed.
  struct Settled {
    Vertex vertex;
    std::uint32_t stop;
  };
  /// A vertex, and the length of a path to it.
  struct Reach {
    Vertex vertex;
    D through;
  };

  BucketQueue buckets;
  std::vector<Settled> settled;  ///< those with arcs beyond the bound
  EdgeIndex settled_arcs = 0;
  /// The smallest length of a path by an arc that was left beyond the bound.
  D beyond = kUnreachedDistance<D>;
  std::array<Reach, kMostWaiting> waiting;
  std::size_t num_waiting = 0;
  std::vector<Vertex> far;  ///< of a chunk that is pulled

  void clear() {
    buckets.clear();
    settled.clear();
    settled_arcs = 0;
    beyond = kUnreachedDistance<D>;
    num_waiting = 0;  // a search that ended ahead of time leaves something behind
  }
};

/// What decides how arcs are relaxed; the same for all members of the team at any time.
template <class D>
struct PushPullPhase {
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

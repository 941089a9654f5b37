// One thread's vertices, by bucket.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "strider/types.hpp"

namespace strider::detail {

/// Buckets in a window of numbers, and one pile of all that lies past it. When the search has come
/// to the end of the window, it moves on and the pile is looked through: so the memory does not
/// depend on the largest distance, whatever the width of a bucket.
class BucketQueue {
 public:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  BucketQueue() : buckets_(kWindow) {}

  void clear() {
    for (auto& bucket : buckets_) bucket.clear();
    far_.clear();
    base_ = 0;
    first_ = kWindow;
    far_first_ = kNone;
  }

  /// O(1) amortized. Precondition: nothing below `bucket` was taken out before.
  void push(std::uint64_t bucket, Vertex v) {
    const std::uint64_t place = bucket - base_;
    if (place < kWindow) {
      buckets_[place].push_back(v);
      first_ = std::min(first_, place);
    } else {
      far_.push_back(v);
      far_first_ = std::min(far_first_, bucket);
    }
  }

  /// The smallest bucket that is not empty, or kNone. Of the pile: a lower bound.
  [[nodiscard]] std::uint64_t first() {
    while (first_ < kWindow && buckets_[first_].empty()) ++first_;
    return first_ < kWindow ? base_ + first_ : far_first_;
  }

  /// The same once vertices that do not wait are dropped from the ends of the first buckets:
  /// waits(v) says which do. O(1) amortized.
  template <class F>
  [[nodiscard]] std::uint64_t first_of(F&& waits) {
    for (; first_ < kWindow; ++first_) {
      std::vector<Vertex>& bucket = buckets_[first_];
      while (!bucket.empty() && !waits(bucket.back())) bucket.pop_back();
      if (!bucket.empty()) return base_ + first_;
    }
    return far_first_;
  }

  /// The content of `bucket`, which is none larger than first(). bucket_of(v) is the bucket of a
  /// vertex of the pile now; vertices of lower buckets are dropped: they have been taken from
  /// there.
  template <class F>
  std::vector<Vertex>& at(std::uint64_t bucket, F&& bucket_of) {
    if (bucket - base_ >= kWindow) move_window(bucket, bucket_of);
    return buckets_[bucket - base_];
  }

 private:
  // Enough for most searches as a whole; the vectors' heads fill 96 KiB.
  static constexpr std::uint64_t kWindow = 4096;

  template <class F>
  void move_window(std::uint64_t bucket, F&& bucket_of) {
    base_ = bucket;
    first_ = kWindow;
    if (far_first_ >= bucket + kWindow) return;
    std::vector<Vertex> pile;
    pile.swap(far_);
    far_first_ = kNone;
    for (const Vertex v : pile) {
      const std::uint64_t of_v = bucket_of(v);
      if (of_v >= bucket) push(of_v, v);
    }
  }

  std::vector<std::vector<Vertex>> buckets_;
  std::vector<Vertex> far_;
  std::uint64_t base_ = 0;
  std::uint64_t first_ = kWindow;  // no place before it is in use
  std::uint64_t far_first_ = kNone;
};

}  // namespace strider::detail

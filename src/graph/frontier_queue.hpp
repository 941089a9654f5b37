// Frontiers as queues: one that all threads append to, and one a thread with prefix sums over all.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/types.hpp"

namespace strider {

/// A queue of at most `capacity` vertices that any number of threads append to at once. A search
/// appends a vertex at most once, so that one array serves all its levels: the frontier is a window
/// of the queue that slides on (Beamer, Asanović and Patterson's GAP benchmarks do the same).
class FrontierQueue {
 public:
  /// Throws MemoryError.
  explicit FrontierQueue(std::size_t capacity) : slots_(capacity) {}
  /// The same, whose memory `workspace` takes.
  FrontierQueue(detail::Workspace& workspace, std::size_t capacity) {
    workspace.declare("the frontier", slots_, capacity);
  }

  void clear() { size_.store(0, std::memory_order_relaxed); }
  /// Vertices appended; exact when no buffer holds any.
  [[nodiscard]] std::size_t size() const { return size_.load(std::memory_order_relaxed); }
  /// Those appended as number begin .. end-1. A barrier must stand between appending and reading.
  [[nodiscard]] std::span<const Vertex> window(std::size_t begin, std::size_t end) const {
    return slots_.span().subspan(begin, end - begin);
  }
  void append(std::span<const Vertex> vertices) {
    // Relaxed: the counter only gives places away; the level's barrier publishes what is in them.
    const std::size_t begin = size_.fetch_add(vertices.size(), std::memory_order_relaxed);
    std::copy(vertices.begin(), vertices.end(), slots_.begin() + begin);
  }

  /// One thread's way to append: a shared counter that every vertex of every thread goes through
  /// would cost more than the search.
  class Buffer {
   public:
    explicit Buffer(FrontierQueue& queue) : queue_(&queue) {}
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { flush(); }

    void push(Vertex v) {
      if (size_ == kSize) flush();
      vertices_[size_++] = v;
    }
    void flush() {
      if (size_ > 0) queue_->append({vertices_.data(), size_});
      size_ = 0;
    }

   private:
    static constexpr std::size_t kSize = 512;  // 2 KiB: small beside the first-level cache
    FrontierQueue* queue_;
    std::size_t size_ = 0;
    std::array<Vertex, kSize> vertices_;
  };

 private:
  Array<Vertex> slots_;
  // On a line of its own: appends must not disturb readers of the window.
  alignas(64) std::atomic<std::size_t> size_{0};
};

/// The vertices that one thread found, in the order it found them, with running sums of their
/// degrees.
class LocalQueue {
 public:
  void clear() { size_ = 0; }
  /// O(1) amortized. Throws MemoryError.
  void push(Vertex v) {
    if (size_ == vertices_.size()) grow();
    vertices_[size_++] = v;
  }
  /// Sums up the degrees of all vertices. Apart from push(): loads that depend on nothing overlap.
  void sum_degrees(const Csr& csr);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<const Vertex> vertices() const { return {vertices_.data(), size_}; }
  /// ends()[i] is the sum of the degrees of vertices 0 .. i.
  [[nodiscard]] std::span<const EdgeIndex> ends() const { return {ends_.data(), size_}; }
  [[nodiscard]] EdgeIndex num_edges() const { return size_ == 0 ? 0 : ends_[size_ - 1]; }

 private:
  void grow();

  Array<Vertex> vertices_;
  Array<EdgeIndex> ends_;
  std::size_t size_ = 0;
};

/// A part of one vertex's adjacency list: entries [first, last).
struct EdgeSlice {
  Vertex vertex;
  EdgeIndex first;
  EdgeIndex last;
};

/// One LocalQueue a thread, read as one frontier: prefix sums over the threads' totals give each
/// edge of the frontier a number, and threads take equal shares of the numbers, so that the list of
/// a hub is split over as many threads as it takes. Nothing is copied.
class MergedQueues {
 public:
  explicit MergedQueues(int threads) : parts_(static_cast<std::size_t>(threads)) {}

  [[nodiscard]] int num_parts() const { return static_cast<int>(parts_.size()); }
  [[nodiscard]] LocalQueue& part(int thread) {
    return parts_[static_cast<std::size_t>(thread)].queue;
  }
  [[nodiscard]] EdgeIndex num_edges() const;
  /// body(slice, ahead) for the slices of the edges numbered [begin, end), in order, where `ahead`
  /// holds the vertices after this one in its part (for prefetching). Vertices without edges have
  /// no slice. O(threads + log(vertices) + slices).
  template <class F>
  void for_each_slice(EdgeIndex begin, EdgeIndex end, F&& body) const {
    EdgeIndex base = 0;
    for (const Part& part : parts_) {
      const EdgeIndex edges = part.queue.num_edges();
      if (begin < base + edges && end > base) {
        walk(part.queue, std::max(begin, base) - base, std::min(end - base, edges), body);
      }
      base += edges;
    }
  }

 private:
  struct alignas(64) Part {
    LocalQueue queue;
  };

  template <class F>
  static void walk(const LocalQueue& queue, EdgeIndex begin, EdgeIndex end, F&& body) {
    const auto vertices = queue.vertices();
    const auto ends = queue.ends();
    auto i =
        static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), begin) - ends.begin());
    EdgeIndex start = i == 0 ? 0 : ends[i - 1];
    for (; start < end; start = ends[i++]) {
      const EdgeSlice slice{vertices[i], std::max(begin, start) - start,
                            std::min(end, ends[i]) - start};
      if (slice.first < slice.last) body(slice, vertices.subspan(i + 1));
    }
  }

  std::vector<Part> parts_;
};

}  // namespace strider

// Lists of vertices, one a thread, that all threads read as one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "base/team.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Each list is filled by one thread and read by all, with a barrier in between.
class SharedLists {
 public:
  /// Vertices dealt at once: few enough to balance hubs, enough to make the counter cheap.
  static constexpr std::size_t kChunk = 64;

  explicit SharedLists(int threads) : lists_(static_cast<std::size_t>(threads)) {}

  [[nodiscard]] std::vector<Vertex>& of(int thread) {
    return lists_[static_cast<std::size_t>(thread)].vertices;
  }
  void clear() {
    for (List& list : lists_) list.vertices.clear();
  }

  /// body(chunk) for what this thread is dealt of all lists; all threads call it with the same
  /// `round`, one after the last. Throws InterruptedError between two chunks.
  template <class F>
  void deal(ChunkDealer& dealer, unsigned round, F&& body) const {
    std::size_t total = 0;
    for (const List& list : lists_) total += list.vertices.size();
    while (const auto chunk = dealer.deal(round, total, kChunk)) {
      throw_if_stopped();
      std::size_t begin = chunk->begin;
      std::size_t end = chunk->end;
      for (const List& list : lists_) {
        const std::size_t size = list.vertices.size();
        const std::size_t first = std::min(begin, size);
        const std::size_t last = std::min(end, size);
        if (first < last) {
          body(std::span<const Vertex>(list.vertices).subspan(first, last - first));
        }
        begin -= first;
        end -= last;
      }
    }
  }

 private:
  struct alignas(64) List {
    std::vector<Vertex> vertices;
  };
  std::vector<List> lists_;
};

}  // namespace strider::detail

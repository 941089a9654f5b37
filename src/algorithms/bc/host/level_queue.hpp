// The queue of a level-synchronous search: all vertices reached, level after level.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>

#include "algorithms/bc/host/level_by_level.hpp"

namespace strider::detail {

/// Collects one member's vertices, so that the shared length is added to rarely.
class QueueAppender {
 public:
  QueueAppender(Array<Vertex>& queue, std::atomic<std::size_t>& length)
      : queue_(queue), length_(length) {}

  void append(Vertex v) {
    own_[size_++] = v;
    if (size_ == own_.size()) flush();
  }
  void flush() {
    const std::size_t place = length_.fetch_add(size_, std::memory_order_relaxed);
    std::copy_n(own_.begin(), size_, queue_.begin() + place);
    size_ = 0;
  }

 private:
  Array<Vertex>& queue_;
  std::atomic<std::size_t>& length_;
  std::size_t size_ = 0;
  std::array<Vertex, 256> own_;
};

/// body(v) for a member's part of a level: runs of it in turn to every member.
template <class F>
void for_level_range(const Member& member, const LevelRange& level, const Array<Vertex>& queue,
                     F&& body) {
  constexpr std::size_t kRun = 32;
  const auto step = static_cast<std::size_t>(member.threads()) * kRun;
  for (std::size_t first = level.begin + static_cast<std::size_t>(member.thread()) * kRun;
       first < level.end; first += step) {
    for (std::size_t i = first; i < std::min<std::size_t>(level.end, first + kRun); ++i) {
      body(queue[i]);
    }
  }
}

}  // namespace strider::detail

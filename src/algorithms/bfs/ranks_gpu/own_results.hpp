// The tree of a rank's own vertices, brought from its device in arrays that go from search to
// search.
#pragma once

#include <span>
#include <vector>

#include "algorithms/bfs/ranks/engine.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail::STRIDER_DEVICE {

class OwnResults {
 public:
  /// `queue` and `sets` outlive this.
  OwnResults(Queue& queue, Sets& sets, u32 num_own)
      : queue_(queue), sets_(sets), num_own_(num_own) {}

  /// For a new search, which takes the arrays of `tree`. Throws MemoryError.
  void restart(DistBfsTree& tree);
  /// By own vertex: what finish() gives to the tree.
  [[nodiscard]] std::span<GlobalVertex> parents() { return parents_.span(); }
  /// The device's numbers of the own vertices, until the next call. Waits for the device.
  [[nodiscard]] std::span<u32> bring(const u32* numbers);
  /// `tree` gets the parents and the device's `levels`, all ones of those not reached. `room` on
  /// the device: for a number an own vertex. Waits for the device. Throws MemoryError.
  void finish(DistBfsTree& tree, Level num_levels, const u32* levels, u32* room);

 private:
  /// `array` becomes one of the own vertices, `reused` where that fits.
  template <class T>
  void fit(Array<T>& array, Array<T>& reused) const;

  Queue& queue_;
  Sets& sets_;
  const u32 num_own_;
  Array<GlobalVertex> parents_;
  Array<std::uint8_t> narrow_;
  Array<Level> wide_;
  std::vector<u32> numbers_;
};

/// A bitmap of `num_words` words: set for own vertices that are never unvisited, those for which
/// is_idle(v), and for the places past the last one.
template <class IsIdle>
[[nodiscard]] std::vector<u32> initially_visited_mask(u32 num_own, u32 num_words,
                                                      const IsIdle& is_idle) {
  std::vector<u32> words(num_words);
  for (u32 v = 0; v < num_words * 32; ++v) {
    if (v >= num_own || is_idle(v)) words[v / 32] |= 1U << v % 32;
  }
  return words;
}

}  // namespace strider::detail::STRIDER_DEVICE

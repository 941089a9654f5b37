// The arcs that leave a rank's part of a frontier, counted or guessed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "algorithms/bfs/ranks/two_d/host/blocks.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Sums of the degrees of own vertices: of the whole graph, whichever rank has the arcs.
class DegreeSums {
 public:
  /// `degrees` are by own vertex, and outlive this.
  explicit DegreeSums(std::span<const std::uint32_t> degrees) : degrees_(degrees) {}

  [[nodiscard]] EdgeIndex of(std::span<const std::uint32_t> vertices) const {
    EdgeIndex sum = 0;
    for (const std::uint32_t v : vertices) sum += degrees_[v];
    return sum;
  }
  /// Of a bitmap of own vertices that begins at a group.
  [[nodiscard]] EdgeIndex of(const BlockBits& bits, std::size_t begin_group, std::size_t groups,
                             int threads) const {
    EdgeIndex sum = 0;
    parallel_chunks(groups, threads, [&](std::size_t begin, std::size_t end, int) {
      EdgeIndex here = 0;
      for (std::size_t g = begin; g < end; ++g) here += of_group(bits, begin_group, g);
      fetch_add_relaxed(sum, here);
    });
    return sum;
  }
  /// About the same of one with `count` bits, by every few groups: degrees lie anywhere in memory.
  /// More than `count`.
  [[nodiscard]] EdgeIndex estimate(const BlockBits& bits, std::size_t begin_group,
                                   std::size_t groups, std::uint64_t count) const {
    constexpr std::size_t kStep = 8;
    EdgeIndex edges = 0;
    std::uint64_t vertices = 0;
    for (std::size_t g = 0; g < groups; g += kStep) {
      edges += of_group(bits, begin_group, g);
      vertices += bits.count_groups(begin_group + g, 1);
    }
    const double mean =
        static_cast<double>(edges) / static_cast<double>(std::max<std::uint64_t>(1, vertices));
    return std::max(count + 1, static_cast<EdgeIndex>(mean * static_cast<double>(count)));
  }

 private:
  [[nodiscard]] EdgeIndex of_group(const BlockBits& bits, std::size_t begin_group,
                                   std::size_t group) const {
    EdgeIndex sum = 0;
    bits.for_each(begin_group + group, 1,
                  [&](std::uint32_t v) { sum += degrees_[group * BlockBits::kGroup + v]; });
    return sum;
  }

  std::span<const std::uint32_t> degrees_;
};

}  // namespace strider::detail

// Which thread of which rank has a vertex.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/msf/ranks/ghs/named_arcs.hpp"
#include "partition/divider.hpp"
#include "partition/owner_map.hpp"

namespace strider::detail::ghs {

class VertexThreads {
 public:
  /// Blocks of consecutive vertices for `threads` threads, with about as many arcs each.
  VertexThreads(const OwnerMap& owners, const NamedArcs& arcs, int threads)
      : ranks_(owners.block_size()), first_(arcs.first_vertex), size_(arcs.num_vertices()) {
    const auto parts = static_cast<std::uint64_t>(threads);
    for (std::uint64_t part = 0; part < parts; ++part) {
      const std::uint64_t wanted = arcs.num_arcs() / parts * part;
      const auto place = std::lower_bound(arcs.offsets.begin(), arcs.offsets.end(), wanted);
      begins_.push_back(
          part == 0 ? 0
                    : std::min(size_, static_cast<std::uint32_t>(place - arcs.offsets.begin())));
    }
    begins_.push_back(size_);
  }

  [[nodiscard]] std::size_t count() const { return begins_.size() - 1; }
  /// Of the rank's vertices.
  [[nodiscard]] std::uint32_t begin(std::size_t thread) const { return begins_[thread]; }
  [[nodiscard]] std::uint32_t end(std::size_t thread) const { return begins_[thread + 1]; }

  [[nodiscard]] bool is_here(std::uint32_t vertex) const { return vertex - first_ < size_; }
  [[nodiscard]] int rank(std::uint32_t vertex) const {
    return static_cast<int>(ranks_.divide(vertex).quotient);
  }
  /// Precondition: is_here(vertex).
  [[nodiscard]] std::size_t thread(std::uint32_t vertex) const {
    if (count() == 1) return 0;
    const auto after = std::upper_bound(begins_.begin(), begins_.end() - 1, vertex - first_);
    return static_cast<std::size_t>(after - begins_.begin()) - 1;
  }

 private:
  Divider ranks_;
  std::uint32_t first_;
  std::uint32_t size_;
  std::vector<std::uint32_t> begins_;
};

}  // namespace strider::detail::ghs

// Messages of normal vertices, written and read by the processor.
#pragma once

#include <algorithm>
#include <span>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/delegate/vertex_format.hpp"
#include "base/workspace.hpp"
#include "ranks/delegate/separated_graph.hpp"

namespace strider::detail {

class NormalMessages {
 public:
  NormalMessages(Workspace& workspace, const GraphDelegate& graph,
                 const DelegateBfsSettings& settings)
      : owners_(graph.owners), format_(settings.uniquify, settings.encoding) {
    if (settings.local_all_to_all == LocalAllToAll::kOff) return;
    workspace.declare("vertices of one message", merged_, words_of_largest(graph.owners));
  }

  /// `vertices`, and those in `others`, messages to the same owner.
  std::size_t write(int owner, std::span<const std::uint32_t> vertices,
                    std::span<const std::span<const std::byte>> others, std::span<std::byte> to) {
    const std::uint32_t universe = owners_.size(owner);
    if (others.empty()) return format_.write(vertices, universe, to);
    if (!format_.unique()) {
      std::size_t bytes = format_.write(vertices, universe, to);
      for (const std::span<const std::byte> other : others) {
        bytes += format_.write(read(owner, other), universe, to.subspan(bytes));
      }
      return bytes;
    }
    const std::span<std::uint64_t> words = merged_.span().first((universe + 63ULL) / 64);
    std::fill(words.begin(), words.end(), std::uint64_t{0});
    std::uint64_t count = merge(vertices);
    for (const std::span<const std::byte> other : others) count += merge(read(owner, other));
    return count == 0 ? 0 : format_.write_bits(words, count, universe, to);
  }
  /// What write() wrote, until the next call.
  std::span<const std::uint32_t> read(int owner, std::span<const std::byte> message) {
    return format_.read(message, owners_.size(owner), ids_, buffer_);
  }

 private:
  static std::size_t words_of_largest(const OwnerMap& owners) {
    std::uint32_t largest = 0;
    for (int r = 0; r < owners.num_ranks(); ++r) largest = std::max(largest, owners.size(r));
    return (largest + 63ULL) / 64;
  }

  /// Returns how many were not there yet.
  std::uint64_t merge(std::span<const std::uint32_t> vertices) {
    std::uint64_t fresh = 0;
    for (const std::uint32_t v : vertices) {
      const std::uint64_t bit = std::uint64_t{1} << (v % 64);
      fresh += (merged_[v / 64] & bit) == 0 ? 1U : 0U;
      merged_[v / 64] |= bit;
    }
    return fresh;
  }

  const OwnerMap& owners_;
  VertexFormat format_;
  Array<std::uint32_t> ids_;
  Array<std::uint32_t> buffer_;
  Array<std::uint64_t> merged_;  // a bit each, of one message
};

}  // namespace strider::detail

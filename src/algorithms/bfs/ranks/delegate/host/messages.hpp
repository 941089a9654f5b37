// Messages of normal vertices, written and read by the processor.
#pragma once

#include <algorithm>
#include <span>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/delegate/vertex_format.hpp"
#include "ranks/delegate/separated_graph.hpp"

namespace strider::detail {

class NormalMessages {
 public:
  /// Throws MemoryError.
  NormalMessages(const GraphDelegate& graph, const DelegateBfsSettings& settings)
      : owners_(graph.owners),
        format_(settings.uniquify, settings.encoding),
        merged_(
            settings.local_all_to_all == LocalAllToAll::kOn ? words_of_largest(graph.owners) : 0,
            0) {}

  std::size_t write(int owner, std::span<const std::uint32_t> vertices,
                    std::span<std::byte> to) const {
    return format_.write(vertices, owners_.size(owner), to);
  }
  /// What write() wrote, until the next call.
  std::span<const std::uint32_t> read(int owner, std::span<const std::byte> message) {
    return format_.read(message, owners_.size(owner), ids_, buffer_);
  }

  // One message of several: begin(), add() for each, end().
  void begin(int owner, std::span<std::byte> to) {
    owner_ = owner;
    to_ = to;
    size_ = 0;
  }
  void add(std::span<const std::uint32_t> vertices) {
    if (!format_.unique()) {
      size_ += format_.write(vertices, owners_.size(owner_), to_.subspan(size_));
      return;
    }
    for (const std::uint32_t v : vertices) {
      const std::uint64_t bit = std::uint64_t{1} << (v % 64);
      size_ += (merged_[v / 64] & bit) == 0 ? 1U : 0U;
      merged_[v / 64] |= bit;
    }
  }
  void add(std::span<const std::byte> message) { add(read(owner_, message)); }
  /// Returns its bytes.
  std::size_t end() {
    if (!format_.unique() || size_ == 0) return size_;
    const std::span<std::uint64_t> words =
        merged_.span().first((owners_.size(owner_) + 63ULL) / 64);
    const std::size_t bytes = format_.write_bits(words, size_, owners_.size(owner_), to_);
    std::fill(words.begin(), words.end(), std::uint64_t{0});
    return bytes;
  }

 private:
  static std::size_t words_of_largest(const OwnerMap& owners) {
    std::uint32_t largest = 0;
    for (int r = 0; r < owners.num_ranks(); ++r) largest = std::max(largest, owners.size(r));
    return (largest + 63ULL) / 64;
  }

  const OwnerMap& owners_;
  VertexFormat format_;
  Array<std::uint32_t> ids_;
  Array<std::uint32_t> buffer_;
  Array<std::uint64_t> merged_;  // empty between messages
  int owner_ = 0;
  std::span<std::byte> to_;
  std::size_t size_ = 0;  // vertices merged, or bytes of lists
};

}  // namespace strider::detail

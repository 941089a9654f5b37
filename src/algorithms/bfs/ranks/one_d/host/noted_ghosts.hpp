// Local ids of other ranks' vertices that a top-down step reached, on their way to the owners.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "base/count_ones.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/one_d/peer_ghosts.hpp"

namespace strider::detail {

/// As a sorted list where they are few, else as a bitmap.
class NotedGhosts {
 public:
  /// Words of 32 local ids, which a step of many threads fills; the first `own_blocks` blocks are
  /// the own vertices'.
  NotedGhosts(std::span<std::uint32_t> bitmap, std::size_t own_blocks)
      : bitmap_(bitmap), own_blocks_(own_blocks) {}

  /// Sorts the list, or puts it into the bitmap.
  void take(std::span<Vertex> list) {
    listed_ = list.size() <= kFew;
    if (listed_) {
      std::sort(list.begin(), list.end());
      list_ = list;
      return;
    }
    std::fill(bitmap_.begin() + static_cast<std::ptrdiff_t>(2 * own_blocks_), bitmap_.end(), 0);
    for (const Vertex local_id : list) bitmap_[local_id >> 5U] |= 1U << (local_id & 31U);
  }

  [[nodiscard]] bool is_listed() const { return listed_; }

  /// The message to one owner; `words` has room for its range.
  std::size_t write(const PeerGhosts& owner, comm::Encoding encoding,
                    std::span<std::uint64_t> words, std::span<std::byte> to) const {
    if (owner.range_size == 0) return 0;
    if (listed_) return write_listed(owner, encoding, to);
    const std::size_t first = owner.range_begin / BlockMasks::kVertices;
    std::uint64_t count = 0;
    for (std::size_t w = 0; w < words.size(); ++w) {
      words[w] = load_block(bitmap_.data(), first + w);
      count += count_ones(words[w]);
    }
    return comm::encode_bitmap(words, owner.range_size, count, encoding, to);
  }

 private:
  /// Sorting so many is quicker than looking through a bitmap.
  static constexpr std::size_t kFew = 256;

  std::size_t write_listed(const PeerGhosts& owner, comm::Encoding encoding,
                           std::span<std::byte> to) const {
    std::array<std::uint32_t, kFew> ghosts;
    std::size_t count = 0;
    for (auto c = std::lower_bound(list_.begin(), list_.end(), owner.range_begin);
         c != list_.end() && *c - owner.range_begin < owner.range_size; ++c) {
      ghosts[count++] = *c - owner.range_begin;
    }
    return comm::encode({ghosts.data(), count}, owner.range_size, encoding, to);
  }

  std::span<std::uint32_t> bitmap_;
  std::size_t own_blocks_;
  std::span<const Vertex> list_;
  bool listed_ = false;
};

}  // namespace strider::detail

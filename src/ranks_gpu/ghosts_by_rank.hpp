// What ranks name each other's vertices, on a device: ghost indices (ranks/one_d/peer_ghosts.hpp).
#pragma once

#include <functional>
#include <vector>

#include "gpu/bitmap_words.hpp"
#include "gpu/buffer.hpp"
#include "gpu/vertex_queue.hpp"
#include "ranks/one_d/peer_ghosts.hpp"
#include "ranks_gpu/range_sets.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Local ids by ghost index: those of an array, or one after the other.
struct GhostVertices {
  const u32* vertices;  ///< null: one after the other
  u32 first;            ///< of those
  u32 count;
};
STRIDER_DEVICE_FUNCTION u32 vertex_of(const GhostVertices& ghosts, u32 ghost) {
  return ghosts.vertices != nullptr ? ghosts.vertices[ghost] : ghosts.first + ghost;
}

/// Ghosts of all ranks, as ranges of bits.
struct GhostsByRank {
  BitRanges ranges;
  const GhostVertices* ghosts;
};
/// A bit for each ghost whose vertex is_in(vertex, rank); a warp 32 ghosts.
template <class IsIn>
STRIDER_KERNEL pack_ghosts(GhostsByRank all, u32 num_words, IsIn is_in, u32* words) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 rank = all.ranges.of(w * 32);
    const GhostVertices& ghosts = all.ghosts[rank];
    const u32 ghost = w * 32 - all.ranges.begins[rank] + simt::lane_id();
    const bool in = ghost < ghosts.count && is_in(vertex_of(ghosts, ghost), rank);
    const u32 word = simt::ballot(simt::kFullMask, in);
    if (simt::lane_id() == 0) words[w] = word;
  }
}

/// Other ranks' vertices that have local ids here, and sets of them for their owners.
class TheirGhosts {
 public:
  /// `peers`: by rank. `wire` outlives this.
  TheirGhosts(Workspace& workspace, Queue& queue, Wire& wire, const std::vector<PeerGhosts>& peers,
              u32 block_threads);

  [[nodiscard]] const GhostVertices& of(int rank) const {
    return here_[static_cast<std::size_t>(rank)];
  }
  /// On the device.
  [[nodiscard]] const GhostVertices* by_rank() const { return by_rank_.data(); }
  [[nodiscard]] RangeSets& sets() { return sets_; }
  /// Counts those whose bits are set, by local id. Waits.
  void count(const u32* bits);

 private:
  const u32 first_;  // local id
  RangeSets sets_;
  std::vector<GhostVertices> here_;
  DeviceBuffer<GhostVertices> by_rank_;
};

/// Own vertices that other ranks have as ghosts, and sets of them for these ranks.
class OwnGhosts {
 public:
  /// peers(), by rank, is called again when the workspace is taken: until then numbers suffice.
  /// `queue` and `wire` outlive this.
  OwnGhosts(Workspace& workspace, Queue& queue, Wire& wire,
            const std::function<std::vector<PeerGhosts>()>& peers, u32 block_threads);

  [[nodiscard]] const GhostVertices& of(int rank) const {
    return here_[static_cast<std::size_t>(rank)];
  }
  /// On the device.
  [[nodiscard]] const GhostVertices* by_rank() const { return by_rank_.data(); }
  [[nodiscard]] RangeSets& sets() { return sets_; }
  /// Counts the vertices for which is_in(vertex, rank), on the device. Waits.
  template <class IsIn>
  void count(const IsIn& is_in) {
    const u32 num_words = sets_.num_bits() / 32;
    simt::launch(queue_.handle(), sets_.shape(u64{num_words} * simt::kWarp), pack_ghosts<IsIn>,
                 GhostsByRank{sets_.ranges(), by_rank()}, num_words, is_in, words_.data());
    sets_.count(words_.data());
  }

 private:
  Queue& queue_;
  RangeSets sets_;
  std::vector<DeviceBuffer<u32>> lists_;  // by rank; empty: one vertex after the other
  std::vector<GhostVertices> here_;
  DeviceBuffer<GhostVertices> by_rank_;
  DeviceBuffer<u32> words_;
};

}  // namespace strider::detail::STRIDER_DEVICE

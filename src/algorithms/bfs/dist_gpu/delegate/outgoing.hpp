// Vertices of other ranks that a level has met, for each rank: collected, binned and named on the
// device, handed over in pinned memory.
#pragma once

#include <span>

#include "algorithms/bfs/dist/delegate/delegate.hpp"
#include "algorithms/bfs/dist_gpu/delegate/visit.hpp"
#include "gpu/primitives.hpp"

namespace strider::detail::STRIDER_DEVICE {

struct GhostsView;  // binning.hpp

class OutgoingOnDevice {
 public:
  /// Room for every ghost or, where they are not made unique, for every nn arc to one. Throws
  /// MemoryError.
  OutgoingOnDevice(Queue& queue, const GraphDelegate& graph, Uniquify uniquify, u32 block_threads);

  [[nodiscard]] static std::uint64_t predict_bytes(const GraphDelegate& graph, Uniquify uniquify);
  /// Pinned.
  [[nodiscard]] static std::uint64_t predict_host_bytes(const GraphDelegate& graph,
                                                        Uniquify uniquify);

  [[nodiscard]] bool is_unique() const { return unique_; }
  [[nodiscard]] DistinctGhosts distinct() const { return {seen_.data()}; }
  [[nodiscard]] AllGhosts all() const { return {{met_.data(), size_.data()}}; }

  /// For a new search.
  void restart();
  /// Nothing has been met on this level.
  void clear() { is_empty_ = true; }
  /// Before the visit of a level, which meets ghosts over at most `arcs` arcs.
  void begin(u64 arcs);
  /// After it: bins what was met.
  void bin();
  /// Those of `rank`; waits for what is not there yet.
  [[nodiscard]] std::span<const u32> of(int rank) const;

 private:
  [[nodiscard]] static std::uint64_t most(const GraphDelegate& graph, Uniquify uniquify);
  /// Entries of counts and offsets.
  [[nodiscard]] static std::size_t num_counts(const GraphDelegate& graph, Uniquify uniquify);
  [[nodiscard]] GhostsView ghosts() const;
  void bin_distinct();
  void bin_all();
  [[nodiscard]] simt::LaunchShape shape(u64 work) const;

  Queue& queue_;
  bool unique_;
  u32 block_threads_;
  u32 num_ranks_;
  u32 num_words_;     // of a set of ghosts
  u64 most_met_ = 0;  // on this level
  DeviceBuffer<u32> ghost_begin_;
  DeviceBuffer<u32> ghost_vertices_;
  DeviceBuffer<u32> seen_;  // in this search
  DeviceBuffer<u32> sent_;
  DeviceBuffer<u32> met_;  // on this level, in any order
  DeviceBuffer<u32> size_;
  DeviceBuffer<u32> counts_;
  DeviceBuffer<u32> taken_;
  DeviceBuffer<u64> offsets_;  // of words, or of ranks
  DeviceBuffer<u64> bins_;
  DeviceBuffer<u32> names_;
  Scratch scratch_;
  PinnedBuffer<u64> bins_here_;
  PinnedBuffer<u32> names_here_;
  Event binned_;
  bool is_empty_ = true;
  mutable bool fetched_ = false;
};

}  // namespace strider::detail::STRIDER_DEVICE

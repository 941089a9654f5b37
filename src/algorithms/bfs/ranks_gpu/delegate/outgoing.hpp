// Vertices of other ranks that a level has reached: collected, binned, named and made messages of,
// by kernels.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "comm/packed_messages.hpp"
#include "gpu/primitives.hpp"
#include "gpu/vertex_queue.hpp"
#include "ranks_gpu/range_sets.hpp"
#include "ranks_gpu/wire.hpp"

namespace strider::detail::STRIDER_DEVICE {

struct GhostsView;  // binning.hpp

class OutgoingOnDevice {
 public:
  /// Room for every ghost or, where they are not made unique, for every nn arc to one. `wire`, of
  /// the same queue, outlives this, and so does `graph`.
  OutgoingOnDevice(Workspace& workspace, Queue& queue, Wire& wire, const GraphDelegate& graph,
                   Uniquify uniquify, u32 block_threads);

  /// Of all messages together, in words of 4 bytes, where ghosts are unique.
  [[nodiscard]] static std::size_t most_words(const GraphDelegate& graph, comm::Encoding encoding);

  [[nodiscard]] bool is_unique() const { return unique_; }
  /// Where visits note ghosts: a bit each where they are unique, else a queue.
  [[nodiscard]] u32* seen() const { return seen_.data(); }
  [[nodiscard]] VertexQueue seen_queue() const { return {seen_ghosts_.data(), size_.data()}; }

  /// For a new search.
  void restart();
  /// Nothing has been reached on this level.
  void clear() { is_empty_ = true; }
  /// Before the visit of a level, which reaches ghosts over at most `arcs` arcs.
  void begin(u64 arcs);
  /// After it: bins what was reached.
  void bin();

  /// Waits until it is known how many were reached of each rank.
  void wait() const {
    if (is_empty_) return;
    if (unique_) {
      sets_->wait();
    } else {
      binned_.wait();
    }
  }

  // After wait(), once for a rank:
  /// The message of those of `rank`; returns its bytes.
  std::size_t write(int rank, std::span<std::byte> to);
  /// The messages of all.
  void write_all(comm::PackedMessages to);
  /// Where they are unique: adds them to a bitmap of the rank's vertices.
  void add_to(int rank, u32* words);

 private:
  [[nodiscard]] static std::uint64_t most(const GraphDelegate& graph, Uniquify uniquify);
  [[nodiscard]] GhostsView ghosts() const;
  void bin_all();
  void copy_bins(comm::PackedMessages to);
  [[nodiscard]] simt::LaunchShape shape(u64 work) const;

  Queue& queue_;
  const GraphDelegate& g_;
  bool unique_;
  u32 block_threads_;
  u32 num_ranks_;
  u32 num_words_;      // of a set of ghosts
  u64 most_seen_ = 0;  // on this level
  DeviceBuffer<u32> ghost_vertices_;
  bool is_empty_ = true;

  // Where they are unique.
  std::optional<RangeSets> sets_;
  DeviceBuffer<u32> seen_;   // in this search
  DeviceBuffer<u32> fresh_;  // on this level

  // Where they are not.
  DeviceBuffer<u32> ghost_begin_;
  DeviceBuffer<u32> seen_ghosts_;  // on this level, in any order
  DeviceBuffer<u32> size_;
  DeviceBuffer<u32> counts_;  // by owner
  DeviceBuffer<u32> taken_;   // or counts, rounded up
  DeviceBuffer<u64> bins_;    // their sums
  DeviceBuffer<u32> names_;   // by owner
  Scratch scratch_;
  PinnedBuffer<u32> counts_here_;
  PinnedBuffer<u64> bins_here_;
  Event binned_;
};

}  // namespace strider::detail::STRIDER_DEVICE

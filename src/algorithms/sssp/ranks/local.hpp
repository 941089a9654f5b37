// The border between the search and the work of a rank: what one rank does by itself between
// messages, on the cores of a host or on a device. No member of LocalPaths communicates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/ranks/path_graph.hpp"
#include "base/workspace.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "comm/message_memory.hpp"
#include "comm/packed_messages.hpp"
#include "ranks/memory/device_memory.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"
#include "strider/sssp.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// What a search has found, for who names the parents.
template <class W>
struct FoundPaths {
  using Distance = SsspDistance<W>;

  std::span<const Distance> distances;  ///< by row
  /// By local id: the row that its distance was relaxed from, or the local id that it was pulled
  /// from; the source's own. Anything where the rank has found no distance for it.
  std::span<const Vertex> parents;
  /// By own vertex: the rank that found its distance, which alone knows the parent. Anything where
  /// the vertex is unreached.
  std::span<const int> parent_ranks;
};

/// Distances by local id, and the rows that have something to relax. Every member may throw
/// MemoryError and what went wrong on a device.
template <class W>
class LocalPaths {
 public:
  using Distance = SsspDistance<W>;
  static constexpr std::uint64_t kNoBucket = std::numeric_limits<std::uint64_t>::max() - 1;

  virtual ~LocalPaths() = default;

  /// What messages are to lie in; null: the host's memory.
  [[nodiscard]] virtual std::shared_ptr<comm::MessageMemory> messages() const { return nullptr; }

  /// Forgets the last search. Arcs that lead farther than `bound` wait. `source` is the row of the
  /// source; kNoVertex on ranks that have none.
  virtual void start(Distance bound, Vertex source) = 0;

  /// What is left to do.
  struct Ahead {
    /// The smallest bucket with rows to relax; kNoBucket: none. Of those no longer in reach it may
    /// be too small.
    std::uint64_t bucket = kNoBucket;
    /// The least length of a path by an arc that leads farther than the bound, or less.
    Distance nearest = kUnreachedDistance<Distance>;
    /// Arcs of the rows that have been relaxed, as far as the bound let, or need not be.
    std::uint64_t settled_arcs = 0;
    /// A row that only sums too large for the type lead to; kNoVertex: none was noted.
    Vertex overflowed = kNoVertex;
  };
  /// Throws comm::EncodingError where a message since named what is no vertex.
  [[nodiscard]] virtual Ahead ahead() = 0;

  /// Relaxes the arcs up to the bound of the rows of `bucket`, and of own vertices that come into
  /// it by that, until none is left here.
  virtual void relax(std::uint64_t bucket) = 0;
  /// Relaxes the arcs of settled rows between the bound and a new one.
  virtual void continue_to(Distance bound) = 0;
  /// Every row beyond the bound takes the least distance over its arcs. Then there is no bound, and
  /// buckets are `width` wide. Precondition: edges are undirected.
  virtual void pull(double width) = 0;

  // Messages, which lie in messages(); write_...() returns the bytes.

  // One rank's on a host, all ranks' together on a device: the others are not called there.

  /// The distances found for vertices of `owner` since forget_changed().
  virtual std::size_t write_found(int /*owner*/, std::span<std::byte> /*to*/) { refuse_writing(); }
  virtual void write_all_found(comm::PackedMessages /*to*/) { refuse_writing(); }
  /// Takes what another rank found for own vertices, where it is smaller.
  virtual void take_found(int finder, std::span<const std::byte> message) = 0;
  /// The distances of own vertices that are reached and that `subscriber` has arcs to.
  virtual std::size_t write_settled(int /*subscriber*/, std::span<std::byte> /*to*/) {
    refuse_writing();
  }
  virtual void write_all_settled(comm::PackedMessages /*to*/) { refuse_writing(); }
  virtual void take_settled(int owner, std::span<const std::byte> message) = 0;

  // Of graphs on a grid whose vertices have copies; on the cores of a host only.

  /// The distances of own vertices that relax() has taken since forget_relaxed(), for their copies.
  virtual std::size_t write_relaxed(std::span<std::byte> /*to*/) { return 0; }
  /// Those of another rank's vertices. Their copies have something to relax.
  virtual void take_relaxed(int /*owner*/, std::span<const std::byte> /*message*/) {}
  virtual void forget_relaxed() {}

  // Local ids that are no own vertices, whose distances have fallen.

  /// The bits of the delegates among them; returns whether there are ghosts among them.
  virtual bool copy_changed(std::span<std::uint64_t> delegates) = 0;
  virtual void forget_changed() = 0;
  virtual void copy_distances(std::span<const Vertex> local_ids, std::span<Distance> to) = 0;
  /// What all ranks agreed on. The rows have something to relax where that lowers their distance.
  virtual void set_distances(std::span<const Vertex> local_ids,
                             std::span<const Distance> distances) = 0;

  // Once no bucket is left on any rank:

  /// Looks for local ids that only sums too large for the type lead to: rows are ahead()'s, ghosts
  /// have changed, at an infinite distance.
  virtual void note_overflows() = 0;
  /// Valid until the next search starts.
  [[nodiscard]] virtual FoundPaths<W> found() = 0;

 private:
  [[noreturn]] static void refuse_writing() {
    throw UsageError("a host writes one message after the other, a device all of them together");
  }
};

// --- ranks that work on devices

/// Where the work of ranks is done, instead of on the cores of their machines.
template <class W>
struct PathsOnDevice {
  /// Work on `graph`, which outlives it and whose rows it may release once it has copied them, in
  /// buckets of that width. Takes nothing before `workspace` does. Throws UsageError.
  std::function<std::unique_ptr<LocalPaths<W>>(Workspace& workspace, PathGraph<W>& graph,
                                               double delta, comm::Encoding encoding)>
      make;
  /// What the device has at the moment.
  std::function<DeviceRoom()> room;
};

/// Of a device, which it keeps; in builds with devices. Throws, on all ranks, UsageError where
/// devices do not send as the options say, UnavailableError if GPU-direct was asked for and MPI
/// does not take the memory of devices. Collective.
template <class W>
[[nodiscard]] PathsOnDevice<W> paths_on_device(const comm::Communicator& comm, const Device& device,
                                               const DistSsspOptions& options);

}  // namespace strider::detail

// The part of a search for shortest paths on ranks that touches vertices and edges: what one rank
// does by itself between messages, whatever the scheme. Nothing here communicates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include "algorithms/sssp/ranks/engine.hpp"
#include "comm/message_memory.hpp"
#include "partition/ids.hpp"

namespace strider::detail {

template <class W>
class LocalPaths {
 public:
  using Distance = SsspDistance<W>;
  static constexpr std::uint64_t kNoBucket = std::numeric_limits<std::uint64_t>::max() - 1;

  virtual ~LocalPaths() = default;

  /// What messages are to lie in; null: the host's memory.
  [[nodiscard]] virtual std::shared_ptr<comm::MessageMemory> messages() const { return nullptr; }

  /// Bytes of the largest message to and from `peer`; 0 where there is none.
  [[nodiscard]] virtual std::size_t message_bound(int peer) const = 0;

  /// Forgets the last search. Edges that lead farther than `bound` wait. Throws MemoryError; so
  /// may all that follow, std::bad_alloc too.
  virtual void start(DistSsspTree<W>& tree, Distance bound) = 0;

  /// The smallest number of a bucket with vertices whose edges are not relaxed; kNoBucket: none.
  /// Of those no longer in reach it may be too small.
  [[nodiscard]] virtual std::uint64_t next_bucket() = 0;
  /// Relaxes the edges up to the bound of the vertices of `bucket`, and of those of this rank
  /// that come into it by that, until none is left here. The vertices settle, as far as this rank
  /// knows.
  virtual void relax(std::uint64_t bucket) = 0;
  /// The least length of a path by an edge that leads farther than the bound, or less; infinite
  /// where there is none.
  [[nodiscard]] virtual Distance beyond() const = 0;
  /// Arcs of the vertices that have settled.
  [[nodiscard]] virtual std::uint64_t settled_arcs() const = 0;
  /// Relaxes the edges of settled vertices between the bound and a new one.
  virtual void continue_to(Distance bound) = 0;

  /// The distances of settled vertices, for a rank that has edges to them; returns the message's
  /// bytes.
  virtual std::size_t write_settled(int subscriber, std::span<std::byte> to) = 0;
  virtual void take_settled(int owner, std::span<const std::byte> message) = 0;
  /// Every vertex beyond the bound takes the least distance over a neighbour. Then there is no
  /// bound, and buckets are `width` wide. Precondition: edges are undirected.
  virtual void pull(double width) = 0;

  /// The distances found since the last exchange for vertices of `owner`, the smallest of each, and
  /// only where smaller than what it was ever sent; returns the message's bytes.
  virtual std::size_t write_relaxations(int owner, std::span<std::byte> to) = 0;
  /// Once all are written.
  virtual void finish_relaxations() = 0;
  virtual void take_relaxations(int parent_rank, std::span<const std::byte> message) = 0;

  /// When no bucket is left anywhere: looks for vertices that only sums too large for the type lead
  /// to; those of others go into the next exchange, at an infinite distance.
  virtual void note_overflows() = 0;
  /// After that exchange: a vertex of this rank, or a delegate, that is unreached for such a reason
  /// only, by its number in the input; kNoGlobalVertex where there is none.
  [[nodiscard]] virtual GlobalVertex overflowed() const = 0;
};

}  // namespace strider::detail

// The part of a 1D search for shortest paths that touches vertices and edges: what one rank does by
// itself between messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "algorithms/sssp/dist/engine.hpp"
#include "partition/ids.hpp"

namespace strider::detail {

/// Messages name vertices by slots: the position of one of the owner's vertices in the section of
/// columns that another rank keeps for that owner.
template <class W>
class LocalPaths1d {
 public:
  static constexpr std::uint64_t kNoBucket = std::numeric_limits<std::uint64_t>::max() - 1;

  virtual ~LocalPaths1d() = default;

  /// Bytes of the largest message to and from `peer`; 0 where there is none.
  [[nodiscard]] virtual std::size_t message_bound(int peer) const = 0;
  /// The most that write_parents writes for `owner`.
  [[nodiscard]] virtual std::size_t most_parents(int owner) const = 0;

  /// Forgets the last search. Throws MemoryError; so may all that follow, std::bad_alloc too.
  virtual void start(DistSsspTree<W>& tree) = 0;
  /// What a rank without the source leaves out.
  virtual void visit_source(LocalVertex source) = 0;

  /// The smallest number of a bucket with vertices whose edges are not relaxed; kNoBucket: none.
  [[nodiscard]] virtual std::uint64_t next_bucket() = 0;
  /// Relaxes the light edges of the vertices of `bucket`, and of those that come into it by that,
  /// until none is left here. The vertices settle, as far as this rank knows.
  virtual void relax_light(std::uint64_t bucket) = 0;
  /// Relaxes the heavy edges of the vertices settled since the last call.
  virtual void relax_heavy() = 0;

  /// The distances found since the last exchange for vertices of `owner`, the smallest of each, and
  /// only where smaller than what it was ever sent; returns the message's bytes.
  virtual std::size_t write_relaxations(int owner, std::span<std::byte> to) = 0;
  virtual void take_relaxations(int finder, std::span<const std::byte> message) = 0;
  /// Once all are written.
  virtual void finish_exchange() = 0;

  /// When no bucket is left anywhere: puts the vertices of others that this rank would give an
  /// infinite distance over edges of finite weight into the next exchange, as relaxations.
  virtual void note_overflows() = 0;
  /// After that exchange: whether a vertex of this rank is unreached for such a reason alone.
  [[nodiscard]] virtual bool has_overflowed() const = 0;

  // When no bucket is left anywhere; as for breadth-first search:

  virtual std::size_t write_won(int finder, std::span<std::byte> to) = 0;
  virtual std::size_t write_parents(int owner, std::span<const std::byte> message,
                                    std::span<std::uint32_t> to) = 0;
  virtual void take_parents(int finder, std::span<const std::uint32_t> parents,
                            DistSsspTree<W>& tree) = 0;
  /// Hands the tree over, but for the parents that others know. Returns how many vertices of this
  /// rank were reached.
  virtual std::uint64_t finish(DistSsspTree<W>& tree) = 0;
};

}  // namespace strider::detail

// What a rank does by itself in a search for shortest paths with delegates. Nothing here
// communicates. host/ has the implementation on the processor's cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/sssp/dist/delegate/search.hpp"
#include "algorithms/sssp/dist/engine.hpp"
#include "dist/graph_delegate.hpp"
#include "partition/ids.hpp"

namespace strider::detail {

/// Normal vertices that came from a rank, which knows their parents.
struct ArrivedFrom {
  int rank;
  std::vector<std::uint32_t> vertices;  ///< ascending
};

/// Delegates have on each rank an agreed distance, the same on all, and a found one, at most as
/// large, which the rank would have all agree on. Only agreed distances are relaxed from, so that a
/// delegate's parent has had its last distance since an earlier round.
template <class W>
class DelegatePaths {
 public:
  using Distance = SsspDistance<W>;
  static constexpr std::uint64_t kNoBucket = std::numeric_limits<std::uint64_t>::max() - 1;

  virtual ~DelegatePaths() = default;

  /// Bytes of the largest message to and from `peer`; 0 where there is none.
  [[nodiscard]] virtual std::size_t send_bound(int peer) const = 0;

  /// Forgets the last search. Throws MemoryError; so may all that follow, std::bad_alloc too.
  virtual void start(DistSsspTree<W>& tree) = 0;
  /// On all ranks where the source is a delegate; else on its owner alone.
  virtual void visit_source(std::uint32_t delegate, LocalVertex vertex) = 0;

  /// The smallest number of a bucket with vertices whose edges are not relaxed; kNoBucket: none.
  [[nodiscard]] virtual std::uint64_t next_bucket() = 0;
  /// Relaxes the light edges of the vertices of `bucket`, and of normal vertices of this rank that
  /// come into it by that. All of them settle, as far as this rank knows.
  virtual void relax_light(std::uint64_t bucket) = 0;
  /// Relaxes the heavy edges of the vertices settled since the last call.
  virtual void relax_heavy() = 0;

  /// Whether vertices of other ranks were given smaller distances since the last exchange.
  [[nodiscard]] virtual bool has_outgoing() const = 0;
  /// These of one owner, the smallest distance of each; returns the message's bytes.
  virtual std::size_t write_outgoing(int owner, std::span<std::byte> to) = 0;
  /// Once all are written.
  virtual void finish_outgoing() = 0;
  virtual void take_arrived(int from, std::span<const std::byte> message) = 0;

  /// Whether delegates were given smaller distances since the last reduction: a bit each.
  [[nodiscard]] virtual bool has_found() const = 0;
  virtual std::span<std::uint64_t> found_mask() = 0;
  /// The distances found here of the delegates in the mask, which all ranks' masks were joined to.
  virtual std::span<Distance> found_distances() = 0;
  /// These, reduced to the minimum over all ranks, are agreed now.
  virtual void take_agreed() = 0;

  // When no bucket is left anywhere:

  /// Looks for vertices that only sums too large for the type lead to; those of other ranks are
  /// outgoing, at an infinite distance. Then, after an exchange, whether there is one.
  virtual void note_overflows() = 0;
  [[nodiscard]] virtual bool has_overflowed() const = 0;
  /// Vertices whose parents other ranks know, and cannot be told from the rows here.
  virtual std::vector<ArrivedFrom> open_vertices() = 0;
  /// The vertices of this rank that gave those of `owner` the distances it took.
  virtual std::vector<std::uint32_t> parents_of(int owner,
                                                std::span<const std::uint32_t> vertices) = 0;
  /// Whether this rank found the distance of a delegate that was agreed on last; and from where: a
  /// delegate, or num_delegates more than a vertex of this rank.
  [[nodiscard]] virtual bool knows_parent(std::uint32_t delegate) const = 0;
  [[nodiscard]] virtual std::uint32_t parent_tag(std::uint32_t delegate) const = 0;
  /// Hands the tree over, but for open parents. Lists own delegates, reached, whose parents other
  /// ranks know. Returns how many vertices of this rank were reached.
  virtual std::uint64_t finish(DistSsspTree<W>& tree, std::vector<std::uint32_t>& open) = 0;
};

template <class W>
[[nodiscard]] std::unique_ptr<DelegatePaths<W>> make_host_delegate_paths(
    const WeightedGraphDelegate<W>& graph, double delta, comm::Encoding encoding);

}  // namespace strider::detail

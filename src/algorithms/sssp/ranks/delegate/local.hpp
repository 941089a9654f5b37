// What a rank does by itself in a search for shortest paths with delegates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/sssp/ranks/local.hpp"
#include "comm/encoding/encoding.hpp"
#include "partition/ids.hpp"
#include "ranks/delegate/graph_delegate.hpp"

namespace strider::detail {

/// Normal vertices that came from a rank, which knows their parents.
struct ArrivedFrom {
  int rank;
  std::vector<std::uint32_t> vertices;  ///< ascending
};

/// Relaxations are of normal vertices of other ranks. Delegates have a distance on each rank; where
/// it falls on some, all ranks take the smallest before the next round.
template <class W>
class DelegatePaths : public LocalPaths<W> {
 public:
  using Distance = SsspDistance<W>;

  /// On all ranks where the source is a delegate; else on its owner only.
  virtual void visit_source(std::uint32_t delegate, LocalVertex vertex) = 0;

  /// Whether vertices of other ranks were given smaller distances since the last exchange.
  [[nodiscard]] virtual bool has_outgoing() const = 0;
  /// Whether delegates were since the last reduction: a bit each. The mask is of what was found
  /// before finish_relaxations().
  [[nodiscard]] virtual bool has_found() const = 0;
  virtual std::span<std::uint64_t> found_mask() = 0;
  /// The distances here of the delegates in the mask, which all ranks' masks were joined to.
  virtual std::span<Distance> found_distances() = 0;
  /// These are now reduced to the minimum over all ranks.
  virtual void take_reduced() = 0;

  // When no bucket is left anywhere:

  /// Vertices whose parents other ranks know, and cannot be found from the rows here.
  virtual std::vector<ArrivedFrom> open_vertices() = 0;
  /// Hands the tree over, but for open parents. Lists own delegates, reached, whose parents other
  /// ranks know. Returns how many vertices of this rank were reached.
  virtual std::uint64_t finish(DistSsspTree<W>& tree, std::vector<std::uint32_t>& open) = 0;
  /// The vertices of this rank that gave those of `owner` the distances it took.
  virtual std::vector<std::uint32_t> parents_of(int owner,
                                                std::span<const std::uint32_t> vertices) = 0;
  /// Whether this rank found the distance of a delegate that was reduced last; and from where: a
  /// delegate, or num_delegates more than a vertex of this rank.
  [[nodiscard]] virtual bool knows_parent(std::uint32_t delegate) const = 0;
  [[nodiscard]] virtual std::uint32_t parent_id(std::uint32_t delegate) const = 0;
};

/// As LocalPathsFactory1d.
template <class W>
class DelegatePathsFactory {
 public:
  virtual ~DelegatePathsFactory() = default;
  [[nodiscard]] virtual std::uint64_t predict_bytes(
      const WeightedGraphDelegate<W>& graph) const = 0;
  [[nodiscard]] virtual std::uint64_t predict_device_bytes(const WeightedGraphDelegate<W>& graph,
                                                           comm::Encoding encoding) const = 0;
  [[nodiscard]] virtual std::unique_ptr<DelegatePaths<W>> make(
      const WeightedGraphDelegate<W>& graph, double delta, const DistSsspSettings& settings,
      comm::Encoding encoding) const = 0;
};

/// Bytes that make_host_delegate_paths takes, with what searches put into lists.
template <class W>
[[nodiscard]] std::uint64_t predict_host_paths_bytes(const WeightedGraphDelegate<W>& graph);

/// Of a graph that outlives it, and buckets of that width. Throws MemoryError.
template <class W>
[[nodiscard]] std::unique_ptr<DelegatePaths<W>> make_host_delegate_paths(
    const WeightedGraphDelegate<W>& graph, double delta, const DistSsspSettings& settings,
    comm::Encoding encoding);

}  // namespace strider::detail

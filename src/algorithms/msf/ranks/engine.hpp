// What every distributed method for spanning forests is to its callers.
#pragma once

#include <memory>
#include <vector>

#include "comm/communicator.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail {

/// What a run leaves on one rank.
template <class W>
struct DistForest {
  /// Each edge of the forest once, u < v in the input's numbers, on the rank that owns u; in any
  /// order.
  std::vector<GlobalMsfEdge<W>> edges;
  /// Sums of this rank; levels and what is left of edges as the whole run has them.
  DistMsfProfile profile;
};

/// Finds the forest of one distributed graph again and again, keeping its workspace in between.
template <class W>
class DistMsfEngine {
 public:
  virtual ~DistMsfEngine() = default;
  /// Fills `forest`, which may come from an earlier run. Ties of weights go by (smaller end, larger
  /// end) in the input's numbers. Counts what it sends in the communicator's Traffic. Throws
  /// WeightError where a weight is NaN, MemoryError. Collective.
  virtual void run(DistForest<W>& forest) = 0;
};

/// Both constructors are collective and throw MemoryError. options.threads is resolved; the graph
/// is undirected, its duplicates and self-loops may stand in it.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_dist_auto(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const DistMsfOptions& options);
/// Throws UsageError where the owners' blocks do not ascend with the vertices, or these are 2^32 or
/// more.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_ghs(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const DistMsfOptions& options);

}  // namespace strider::detail

// Brandes' algorithm for several sources side by side, by all ranks of a graph cut in one
// dimension.
//
//   level 0: each source, in its search, by its owner
//   for d = 0, 1, ... until no rank has a vertex on level d:
//     for own u of level d, for neighbours w: for the searches of u that are not known to have seen
//     w:
//       count(w) += count(u)                       of another rank's w: its part, to be sent
//     parts go to the owners of w, once a search, w and rank; for searches in which w is new, it
//     joins level d + 1 and adds them up
//   for d = deepest - 1, ..., 1:
//     owners of w on level d + 1 send its coefficients back to who sent parts at level d
//     for own v of level d: dependency(v) = count(v) * sum of coefficient(w) over neighbours w on
//       level d + 1;  coefficient(v) = (weight + dependency(v)) / count(v), in the count's place
//
// Which vertices are on a level follows from lists of pairs of a vertex and its searches, of which
// a rank keeps three: its own, the local ids it sent, and what it was sent. Nothing is sent twice
// in a search: whoever was informed of a vertex has it on this level or an earlier one. O(n + m)
// work a source over all ranks; 2 exchanges a level.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/bc/ranks/partitioned/batch_exchange.hpp"
#include "algorithms/bc/ranks/partitioned/betweenness_query.hpp"
#include "algorithms/bc/ranks/partitioned/local_batch.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

class BatchedSearch {
 public:
  /// What is given but `local` outlives it.
  BatchedSearch(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph,
                const BetweennessQuery& query, unsigned batch_size,
                std::unique_ptr<LocalBatch> local);

  /// Adds the dependencies of sources [first, first + count) of the question to `sums`, one an own
  /// vertex or arc, at once or by settle(); returns the arcs of own vertices that the searches came
  /// along. Precondition: count <= batch_size. Throws on all ranks, MemoryError
  /// for one; what goes wrong at its end may be thrown by the next call or settle(). Collective.
  std::uint64_t accumulate(std::uint64_t first, unsigned count, std::span<double> sums);
  /// The same sums have everything then. Throws as accumulate(). Collective.
  void settle(std::span<double> sums);

 private:
  void close_endpoints(std::uint64_t first, unsigned count, std::span<double> sums);

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  const BetweennessQuery& query_;
  std::unique_ptr<LocalBatch> local_;
  BatchExchange exchange_;
  comm::Attempts attempts_;  // until the next exchange or settle() tells the others
  std::vector<std::uint64_t> message_bytes_;  // by rank
  std::vector<double> weights_reached_;       // by source index
};

}  // namespace strider::detail

// Brandes' algorithm from the sources of a batch, on a graph that ranks share.
//
//   for d = 0, 1, ... until no rank has a vertex on level d:
//     expand: each rank follows the arcs of its vertices on level d
//     exchange: what it counted for vertices of others goes to their owners, who add it up
//   for d = deepest, ..., 1 (0 where edges are scored):
//     exchange, but on the deepest: coefficients of level d + 1 go to those who have arcs there
//     each rank: dependencies of its vertices on level d, from their successors
#include "algorithms/bc/ranks/partitioned/batched_search.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/bc/ranks/partitioned/batch_sizes.hpp"
#include "comm/collective_error.hpp"

namespace strider::detail {

BatchedSearch::BatchedSearch(Workspace& workspace, const comm::Communicator& comm,
                             const Graph1d& graph, const BetweennessQuery& query,
                             unsigned batch_size, std::unique_ptr<LocalBatch> local)
    : comm_(comm),
      graph_(graph),
      query_(query),
      local_(std::move(local)),
      exchange_(workspace, comm, most_message_bytes(graph, cut_sizes(graph).local_ids, batch_size),
                most_message_bytes(graph, cut_sizes(graph).subscribed, batch_size)),
      message_bytes_(static_cast<std::size_t>(comm.size())),
      weights_reached_(batch_size) {}

std::uint64_t BatchedSearch::accumulate(std::uint64_t first, unsigned count,
                                        std::span<double> sums) {
  using Way = BatchExchange::Way;
  attempts_.run([&] { local_->begin(first, count); });
  std::size_t level = 0;
  for (;; ++level) {
    comm_.traffic().enter(comm::Phase::kFold);
    const std::uint64_t frontier = attempts_.run(
        [&] { return local_->expand(level, exchange_.room(Way::kOut), message_bytes_); });
    if (exchange_.exchange(Way::kOut, message_bytes_, frontier, attempts_) == 0) break;
    attempts_.run([&] { local_->take_parts(exchange_.messages()); });
  }
  // Level `level` is the first that no rank has a vertex on.
  const std::size_t last = query_.of == BetweennessOf::kEdges ? 0 : 1;
  for (std::size_t d = level; d-- > last;) {
    comm_.traffic().enter(comm::Phase::kExpand);
    const bool has_successors = d + 1 < level;
    if (has_successors) {
      attempts_.run(
          [&] { local_->write_coefficients(d, exchange_.room(Way::kBack), message_bytes_); });
      // The number only says that there is an exchange, with or without messages.
      static_cast<void>(exchange_.exchange(Way::kBack, message_bytes_, 1, attempts_));
    }
    attempts_.run([&] {
      if (has_successors) local_->take_coefficients(d, exchange_.messages());
      local_->accumulate(d, sums);
      if (has_successors) local_->forget(d);
    });
  }
  comm_.traffic().enter(comm::Phase::kControl);
  const std::uint64_t arcs = attempts_.run([&] { return local_->arcs(); });
  if (query_.counts_endpoints) close_endpoints(first, count, sums);
  return arcs;
}

void BatchedSearch::settle(std::span<double> sums) {
  attempts_.run([&] { local_->settle(sums); });
  attempts_.throw_on_all_ranks(comm_);
}

/// A source is an end of every pair that counts.
void BatchedSearch::close_endpoints(std::uint64_t first, unsigned count, std::span<double> sums) {
  std::fill(weights_reached_.begin(), weights_reached_.end(), 0.0);
  attempts_.run([&] { local_->add_weights_reached(weights_reached_); });
  comm_.all_reduce(std::span(weights_reached_), comm::Reduction::kSum);
  for (unsigned source_index = 0; source_index < count; ++source_index) {
    const OwnedVertex owned = graph_.owners.locate(query_.source(first + source_index));
    if (owned.rank == graph_.rank) sums[index(owned.vertex)] += weights_reached_[source_index];
  }
}

}  // namespace strider::detail

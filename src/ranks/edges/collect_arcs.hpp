// Arcs to the ranks that keep them in rows: the first step of a build.
#pragma once

#include <cstdint>
#include <utility>

#include "comm/communicator.hpp"
#include "ranks/edges/arc_buckets.hpp"
#include "ranks/edges/check_edge.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/edges/redistribute.hpp"
#include "ranks/memory/memory_steps.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Sends the arcs of each edge to ranks, and deals those that come into `buckets`. route(edge,
/// emit) calls emit(rank, record) twice at most, from several threads. The current step of
/// `account` is this one. Throws on all ranks: UsageError for an end that is no vertex of the
/// source or a weight that is no number, MemoryError where the buckets do not fit (for `purpose`),
/// and what the source throws. Collective.
template <class Record, class W, class Route>
void collect_arcs(const comm::Communicator& comm, const EdgeSource& source,
                  RedistributeSettings settings, const char* purpose, ArcBuckets<W>& buckets,
                  MemoryAccount& account, const Route& route) {
  const std::uint64_t first = comm.exclusive_sum(source.num_edges());
  const std::uint64_t num_vertices = source.num_vertices();
  const RedistributePlan plan = plan_redistribution<Record, W, 2>(comm, source, settings);
  const RedistributeBytes bytes = redistribute_bytes<Record, W, 2>(plan, comm.size());
  settings.chunk = plan.chunk;
  const NodeMemory memory(comm);
  account.take(bytes.outgoing);
  redistribute<Record, W, 2>(
      comm, source, settings,
      [&](const ListedEdge<W>& edge, auto&& emit) {
        check_edge(edge, num_vertices, first);
        route(edge, emit);
      },
      [&](Array<Record>&& arrived) {
        take_arrived(buckets, std::move(arrived), settings.threads, account,
                     [&](std::uint64_t more) { memory.require(more, purpose); });
      });
  account.give_back(bytes.outgoing);
  // How many arcs a rank gets is known only now.
  account.predict(bytes.most + buckets.num_arcs() * buckets.arc_bytes());
}

}  // namespace strider::detail

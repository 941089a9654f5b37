// The ways of sharing betweenness among ranks, and what they leave on each.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "algorithms/bc/problem.hpp"
#include "algorithms/bc/ranks/device_searches.hpp"
#include "algorithms/bc/sampling/estimator.hpp"
#include "algorithms/bc/scores.hpp"
#include "comm/communicator.hpp"
#include "partition/owner_map.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/dist_bc.hpp"

namespace strider::detail {

/// What a way leaves on a rank.
struct DistBcScores {
  /// By own vertex; or the edges of the rank, ascending.
  Array<double> scores;
  std::vector<GlobalEdgeScore> edges;
  std::uint64_t num_sources = 0;  ///< of all ranks, as the rest
  std::uint64_t arcs = 0;         ///< that the searches came along
  std::uint32_t batch_size = 0;
  double earlier_seconds = 0;  ///< of runs that this one continues from
  double prepare_seconds = 0;  ///< of this rank
};

/// By hops, every rank holding the graph; by `on_devices` where it is given, else on the host.
/// Errors name vertices by `labels`. Collective.
[[nodiscard]] DistBcScores search_replicated(const comm::Communicator& comm, const Graph1d& graph,
                                             const DistBetweennessOptions& options,
                                             const Labels& labels = {},
                                             const PlanMaker& on_devices = {});
/// The same by lengths. Collective.
template <EdgeWeight W>
[[nodiscard]] DistBcScores search_replicated(const comm::Communicator& comm,
                                             const WeightedGraph1d<W>& graph,
                                             const DistBetweennessOptions& options,
                                             const Labels& labels = {},
                                             const PlanMaker& on_devices = {});
/// By hops, in a graph that every rank holds: all scores of one machine, bit by bit, on every rank.
/// Collective.
[[nodiscard]] BetweennessResult search_in_order(const comm::Communicator& comm, const Graph& whole,
                                                const BetweennessOptions& options);
/// Bytes that all ranks of this machine need at least where ranks share the sources: the graph
/// once, if memory can be shared, and for each rank what it searches with. The largest number where
/// there are too many vertices for that. Collective.
[[nodiscard]] std::uint64_t shared_sources_bytes(const comm::Communicator& comm,
                                                 const Graph1d& graph,
                                                 const DistBetweennessOptions& options);

/// By hops, every rank searching in its part of the graph. What a rank does between two messages is
/// done by `locals`; by none: by the host. Collective.
[[nodiscard]] DistBcScores search_partitioned(const comm::Communicator& comm, const Graph1d& graph,
                                              const DistBetweennessOptions& options,
                                              const LocalBatches& locals = {});

/// Within a bound, every rank holding the graph and drawing by `drawers`. Collective.
[[nodiscard]] BetweennessEstimate estimate_on_ranks(const DistGraph& graph,
                                                    const EstimateOptions& options,
                                                    DrawnBy drawn_by, const RankDrawers& drawers);

/// The options as one machine takes them. Throws UsageError where a vertex is none of the graph.
[[nodiscard]] BetweennessOptions options_of_one_machine(const DistBetweennessOptions& options,
                                                        std::uint64_t num_vertices);

}  // namespace strider::detail

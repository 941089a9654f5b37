// Betweenness on ranks as the cases of bc.hpp see it.
#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "conformance/bc.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/cluster.hpp"
#include "strider/dist_bc.hpp"
#include "strider/dist_graph.hpp"
#include "support/share_out.hpp"

namespace strider::test {

/// A graph that is whole on every rank, cut by 1d: duplicates and self-loops as they are.
/// Collective.
[[nodiscard]] DistGraph cut(const Cluster& cluster, const EdgeList& list,
                            PartitionOptions options = {});

/// What ranks have of a result, on every rank. Fails the running test where a score is not where it
/// belongs. Collective.
[[nodiscard]] BetweennessResult gather_scores(const DistBetweennessResult& result,
                                              Vertex num_vertices);

/// A graph as one rank has it only. Collective over `own_comm`.
[[nodiscard]] detail::Graph1d all_on_one_rank(const comm::Communicator& own_comm,
                                              const Graph& graph);

/// The same question for one machine and for ranks.
[[nodiscard]] DistBetweennessOptions for_ranks(const BetweennessOptions& options);

}  // namespace strider::test

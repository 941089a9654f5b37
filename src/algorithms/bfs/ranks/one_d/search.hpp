// Breadth-first search of a graph whose vertices, with the rows of all their edges, are spread over
// the ranks: 1D partitioning.
#pragma once

#include <memory>

#include "algorithms/bfs/ranks/engine.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

class LocalFactory1d;  // local.hpp

struct OneDSettings {
  /// The direction of a level goes by what the two are predicted to cost, so alpha and beta are not
  /// looked at.
  DistBfsSettings common;
  /// How sets of vertices travel.
  comm::Encoding encoding = comm::Encoding::kAuto;
  /// Where the work of a rank is done; null: on the cores of the machine.
  std::shared_ptr<const LocalFactory1d> local = nullptr;
};

/// The engine of a graph, which it shares. An undirected graph is laid out for bottom-up search
/// here, unless it is searched top-down only: O(arcs) work and 50 to 100 bytes an own vertex.
/// `comm` is that of the graph and outlives the engine. Throws UsageError where threads are below
/// 1, MemoryError. Collective.
[[nodiscard]] std::unique_ptr<DistBfsEngine> make_one_d(const comm::Communicator& comm,
                                                        std::shared_ptr<const Graph1d> graph,
                                                        const OneDSettings& settings);

}  // namespace strider::detail

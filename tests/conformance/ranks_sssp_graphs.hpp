// Searches for shortest paths by both schemes, as factories of engines under test.
#pragma once

#include <memory>
#include <optional>

#include "algorithms/sssp/ranks/delta_stepping.hpp"
#include "comm/encoding/encoding.hpp"
#include "conformance/owners_1d.hpp"
#include "conformance/ranks_sssp.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::test {

/// What a scheme's factory takes besides the graph.
template <class W>
struct PathsTest {
  comm::Encoding encoding = comm::Encoding::kAuto;
  int ranks_per_node = 0;
  /// Nothing: the work of ranks is done by their cores.
  std::optional<detail::PathsOnDevice<W>> device = std::nullopt;

  template <class Graph>
  [[nodiscard]] std::unique_ptr<detail::DistSsspEngine<W>> make(
      const comm::Communicator& world, Graph&& graph, detail::DistSsspSettings settings) const {
    settings.encoding = encoding;
    settings.ranks_per_node = ranks_per_node;
    return detail::make_dist_sssp<W>(world, std::make_shared<const Graph>(std::move(graph)),
                                     settings, device ? &*device : nullptr);
  }
};

template <class W>
DistSsspFactory<W> one_d(Owners owners, const PathsTest<W>& test = {}) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    return test.make(world,
                     detail::build_weighted_graph_1d<W>(
                         world, source, make_owners(owners, list.num_vertices, world.size())),
                     settings);
  };
}

template <class W>
DistSsspFactory<W> delegate(std::optional<std::uint64_t> threshold, const PathsTest<W>& test = {}) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    return test.make(
        world, detail::build_weighted_graph_delegate<W>(world, source, {.threshold = threshold}),
        settings);
  };
}

}  // namespace strider::test

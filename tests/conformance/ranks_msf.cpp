#include "conformance/ranks_msf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "graph/weight_sum.hpp"
#include "ranks/edges/edge_source.hpp"
#include "support/gather.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
template <class W>
std::shared_ptr<const detail::WeightedGraph1d<W>> shared_out(const WeightedGraph<W>& graph) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_weighted_edges(graph);
  const detail::HeldEdges edges(list, world.rank(), world.size());
  return std::make_shared<const detail::WeightedGraph1d<W>>(detail::build_weighted_graph_1d<W>(
      world, edges, detail::OwnerMap::block(list.num_vertices, world.size()),
      {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep}));
}

template <class W>
FoundForest<W> gather_forest(const detail::WeightedGraph1d<W>& graph,
                             const detail::DistForest<W>& forest) {
  const detail::OwnerMap& owners = graph.topology.owners;
  const auto strays = std::ranges::count_if(forest.edges, [&](const GlobalMsfEdge<W>& edge) {
    return edge.u >= edge.v || owners.owner(edge.u) != test_world().rank();
  });
  EXPECT_EQ(strays, 0) << "edges on other ranks than the owners of their smaller ends";
  FoundForest<W> found;
  WeightSum<W> weight;
  for (const GlobalMsfEdge<W>& edge :
       gather_to_all(std::span<const GlobalMsfEdge<W>>(forest.edges))) {
    found.edges.push_back({static_cast<Vertex>(edge.u), static_cast<Vertex>(edge.v), edge.weight});
    weight.add(edge.weight);
  }
  std::ranges::sort(found.edges, {},
                    [](const MsfEdge<W>& edge) { return std::tuple(edge.u, edge.v); });
  found.weight = weight.value();
  found.num_trees = owners.num_vertices() - found.edges.size();
  return found;
}

template <class W>
MsfFinder<W> on_ranks(const DistMsfFactory<W>& make, DistMsfOptions options) {
  return [=](const WeightedGraph<W>& graph, const MsfOptions& asked) {
    DistMsfOptions with = options;
    with.objective = asked.objective;
    with.threads = std::max(1, asked.threads);
    const auto part = shared_out(graph);
    const auto engine = make(test_world(), part, with);
    detail::DistForest<W> forest;
    engine->run(forest);
    const FoundForest<W> first = gather_forest(*part, forest);
    engine->run(forest);
    FoundForest<W> again = gather_forest(*part, forest);
    EXPECT_TRUE(first.edges == again.edges) << "another forest in the second run";
    return again;
  };
}

#define STRIDER_INSTANTIATE(W)                                                                    \
  template std::shared_ptr<const detail::WeightedGraph1d<W>> shared_out(const WeightedGraph<W>&); \
  template FoundForest<W> gather_forest(const detail::WeightedGraph1d<W>&,                        \
                                        const detail::DistForest<W>&);                            \
  template MsfFinder<W> on_ranks(const DistMsfFactory<W>&, DistMsfOptions)
STRIDER_INSTANTIATE(float);
STRIDER_INSTANTIATE(double);
STRIDER_INSTANTIATE(std::uint32_t);
#undef STRIDER_INSTANTIATE

}  // namespace strider::test

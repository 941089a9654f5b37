// Shortest paths on ranks in real graphs, those of the folder that STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include "algorithms/sssp/ranks/delegate/search.hpp"
#include "algorithms/sssp/ranks/one_d/search.hpp"
#include "conformance/ranks_sssp.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::test {
namespace {

constexpr std::uint64_t kMostEdgesOfPaths = 200'000;

template <class W>
DistSsspFactory<W> one_d() {
  return [](const comm::Communicator& world, const EdgeList& list,
            const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    auto graph =
        std::make_shared<const detail::WeightedGraph1d<W>>(detail::build_weighted_graph_1d<W>(
            world, source, detail::OwnerMap::block(list.num_vertices, world.size())));
    return detail::make_one_d_sssp<W>(world, graph, {settings});
  };
}

template <class W>
DistSsspFactory<W> delegate() {
  return [](const comm::Communicator& world, const EdgeList& list,
            const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    auto graph = std::make_shared<const detail::WeightedGraphDelegate<W>>(
        detail::build_weighted_graph_delegate<W>(world, source));
    return detail::make_delegate_sssp<W>(world, graph, {settings});
  };
}

TEST(DistSsspData, OneD) {
  ranks_sssp_conforms_on_data({one_d<float>(), one_d<double>(), one_d<std::uint32_t>()},
                              DistShapes::kAll, kMostEdgesOfPaths);
}

TEST(DistSsspData, Delegate) {
  ranks_sssp_conforms_on_data({delegate<float>(), delegate<double>(), delegate<std::uint32_t>()},
                              DistShapes::kUndirected, kMostEdgesOfPaths);
}

}  // namespace
}  // namespace strider::test

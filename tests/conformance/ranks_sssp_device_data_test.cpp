// Shortest paths of ranks on devices, emulated or real, in the real graphs of up to 10^5 edges of
// the folder that STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include "algorithms/sssp/ranks/delegate/search.hpp"
#include "algorithms/sssp/ranks/one_d/search.hpp"
#include "conformance/ranks_sssp.hpp"
#include "conformance/ranks_sssp_device.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::test {
namespace {

constexpr std::uint64_t kMostEdgesOfPaths = 100'000;

template <class W>
DistSsspFactory<W> one_d() {
  const PathsSchedule on = interrupted();
  const Device device = test_device(on.device);
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    auto graph =
        std::make_shared<const detail::WeightedGraph1d<W>>(detail::build_weighted_graph_1d<W>(
            world, source, detail::OwnerMap::block(list.num_vertices, world.size())));
    return detail::make_one_d_sssp<W>(world, graph, {settings},
                                      detail::make_rank_paths_factory_1d<W>(device, on.settings));
  };
}

template <class W>
DistSsspFactory<W> delegate() {
  const PathsSchedule on = plain();
  const Device device = test_device(on.device);
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    auto graph = std::make_shared<const detail::WeightedGraphDelegate<W>>(
        detail::build_weighted_graph_delegate<W>(world, source));
    return detail::make_delegate_sssp<W>(
        world, graph, {settings}, detail::make_rank_paths_factory_delegate<W>(device, on.settings));
  };
}

TEST(DistSsspDeviceData, OneD) {
  ranks_sssp_conforms_on_data({one_d<float>(), one_d<double>(), one_d<std::uint32_t>()},
                              DistShapes::kAll, kMostEdgesOfPaths);
}

TEST(DistSsspDeviceData, Delegate) {
  ranks_sssp_conforms_on_data({delegate<float>(), delegate<double>(), delegate<std::uint32_t>()},
                              DistShapes::kUndirected, kMostEdgesOfPaths);
}

}  // namespace
}  // namespace strider::test

// Shortest paths by rows of owned vertices whose work is done on devices, emulated or real ones,
// against the oracle: every type of weight, both transports, under several schedules.
#include <gtest/gtest.h>

#include <memory>

#include "algorithms/sssp/ranks/one_d/search.hpp"
#include "conformance/ranks_sssp.hpp"
#include "conformance/ranks_sssp_device.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

using comm::Encoding;
using detail::OwnerMap;

/// `shuffled` gives block owners of shuffled vertices, else they are cyclic.
template <class W>
DistSsspFactory<W> one_d(bool shuffled, const PathsSchedule& on,
                         Encoding encoding = Encoding::kAuto) {
  const Device device = test_device(on.device);
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    const std::uint64_t n = list.num_vertices;
    const OwnerMap owners = shuffled ? OwnerMap::block(n, world.size(), detail::Shuffle(n, 7))
                                     : OwnerMap::cyclic(n, world.size());
    auto graph = std::make_shared<const detail::WeightedGraph1d<W>>(
        detail::build_weighted_graph_1d<W>(world, source, owners));
    return detail::make_one_d_sssp<W>(world, graph, {settings, encoding},
                                      detail::make_rank_paths_factory_1d<W>(device, on.settings));
  };
}

TEST(OneDPathsOnDevices, Float) {
  ranks_sssp_conforms_on_random_graphs<float>(one_d<float>(false, interrupted()), {},
                                              random_graphs());
  if (few_ranks()) ranks_sssp_conforms_with_any_delta<float>(one_d<float>(true, plain()));
  ranks_sssp_refuses_bad_weights<float>(one_d<float>(false, plain()));
}
TEST(OneDPathsOnDevices, Double) {
  ranks_sssp_conforms_on_random_graphs<double>(one_d<double>(true, plain(), Encoding::kBitmap), {},
                                               random_graphs());
}
TEST(OneDPathsOnDevices, Integer) {
  ranks_sssp_conforms_on_random_graphs<std::uint32_t>(
      one_d<std::uint32_t>(true, interrupted(), Encoding::kList), {}, random_graphs());
}

TEST(OneDPathsOnDevices, AllShapes) {
  if (test_world().size() == 2) {
    ranks_sssp_conforms_on_all_shapes<float>(one_d<float>(false, plain()), {});
  }
}

/// What a rank is predicted to take is what it takes.
TEST(OneDPathsOnDevices, TakeWhatIsPredicted) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_weighted_edges(
      weigh<float>(make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 11)), WeightMix::kUniform));
  const detail::HeldEdges edges(list, world.rank(), world.size());
  const auto graph = detail::build_weighted_graph_1d<float>(
      world, edges, OwnerMap::cyclic(list.num_vertices, world.size()));
  expect_predicted_bytes(graph.topology.rows.num_arcs() * 2 * sizeof(float),
                         [&](const Device& device) {
                           return detail::make_rank_paths_factory_1d<float>(device, {})
                               ->make(graph, 1, {}, Encoding::kAuto);
                         });
}

}  // namespace
}  // namespace strider::test

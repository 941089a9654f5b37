// Shortest paths with delegates whose ranks have devices, emulated or real ones, against the
// oracle: thresholds from "all" to "none", every type of weight, both transports.
#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "algorithms/sssp/ranks/delegate/search.hpp"
#include "conformance/ranks_sssp.hpp"
#include "conformance/ranks_sssp_device.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/edge_source.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

using comm::Encoding;

template <class W>
DistSsspFactory<W> delegate(std::optional<std::uint64_t> threshold, const PathsSchedule& on,
                            Encoding encoding = Encoding::kAuto, int ranks_per_node = 0) {
  const Device device = test_device(on.device);
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    auto graph = std::make_shared<const detail::WeightedGraphDelegate<W>>(
        detail::build_weighted_graph_delegate<W>(world, source, {.threshold = threshold}));
    return detail::make_delegate_sssp<W>(
        world, graph, {settings, encoding, ranks_per_node},
        detail::make_rank_paths_factory_delegate<W>(device, on.settings));
  };
}

template <class W>
void conforms_on_random_graphs(const DistSsspFactory<W>& make) {
  ranks_sssp_conforms_on_random_graphs<W>(make, {}, random_graphs(), DistShapes::kUndirected);
}

TEST(DelegatePathsOnDevices, Float) {
  conforms_on_random_graphs<float>(delegate<float>(4, plain()));
  if (few_ranks()) ranks_sssp_conforms_with_any_delta<float>(delegate<float>(4, interrupted()));
  ranks_sssp_refuses_bad_weights<float>(delegate<float>(0, plain()));
}
TEST(DelegatePathsOnDevices, Double) {
  conforms_on_random_graphs<double>(delegate<double>(2, interrupted(), Encoding::kBitmap, 2));
}
TEST(DelegatePathsOnDevices, Integer) {
  conforms_on_random_graphs<std::uint32_t>(
      delegate<std::uint32_t>(std::nullopt, plain(), Encoding::kList));
}
TEST(DelegatePathsOnDevices, AnyThreshold) {
  for (const std::uint64_t threshold :
       {std::uint64_t{0}, std::uint64_t{16}, detail::kNoDelegates}) {
    conforms_on_random_graphs<std::uint32_t>(delegate<std::uint32_t>(threshold, interrupted()));
  }
}

TEST(DelegatePathsOnDevices, AllShapes) {
  if (test_world().size() == 1) {
    ranks_sssp_conforms_on_all_shapes<float>(delegate<float>(2, plain()), {},
                                             DistShapes::kUndirected);
  }
}

/// What a rank is predicted to take is what it takes.
TEST(DelegatePathsOnDevices, TakeWhatIsPredicted) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_weighted_edges(
      weigh<double>(make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 11)), WeightMix::kUniform));
  const detail::HeldEdges edges(list, world.rank(), world.size());
  const auto graph = detail::build_weighted_graph_delegate<double>(world, edges, {.threshold = 20});
  expect_predicted_bytes(graph.graph.nn.columns.size() * 2 * sizeof(double),
                         [&](const Device& device) {
                           return detail::make_rank_paths_factory_delegate<double>(device, {})
                               ->make(graph, 1, {}, Encoding::kAuto);
                         });
}

}  // namespace
}  // namespace strider::test

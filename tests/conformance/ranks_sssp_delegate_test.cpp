// Delta-stepping with delegates against the oracle, with every type of weight.
#include <gtest/gtest.h>

#include <optional>

#include "algorithms/sssp/ranks/delegate/search.hpp"
#include "conformance/ranks_sssp.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/edge_source.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

using comm::Encoding;

template <class W>
DistSsspFactory<W> delegate(std::optional<std::uint64_t> threshold,
                            Encoding encoding = Encoding::kAuto, int ranks_per_node = 0) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    auto graph = std::make_shared<const detail::WeightedGraphDelegate<W>>(
        detail::build_weighted_graph_delegate<W>(world, source, {.threshold = threshold}));
    return detail::make_delegate_sssp<W>(world, graph, {settings, encoding, ranks_per_node});
  };
}

/// Graphs of many rounds take long where ranks share cores.
bool many_ranks() {
  return test_world().size() > 4;
}

/// Two threads that share every round, however small.
const detail::DistSsspSettings kTwoThreads{.threads = 2, .min_parallel_vertices = 1};

/// On random graphs everywhere, on all shapes where there are few ranks.
template <class W>
void conforms(const DistSsspFactory<W>& make) {
  if (many_ranks()) {
    for (const detail::DistSsspSettings& settings : {detail::DistSsspSettings{}, kTwoThreads}) {
      ranks_sssp_conforms_on_random_graphs<W>(make, settings, 5, DistShapes::kUndirected);
    }
    ranks_sssp_refuses_bad_weights<W>(make);
  } else {
    ranks_sssp_conforms<W>(make, {}, DistShapes::kUndirected);
    ranks_sssp_conforms_on_all_shapes<W>(make, kTwoThreads, DistShapes::kUndirected);
    ranks_sssp_conforms_on_random_graphs<W>(make, kTwoThreads, 10, DistShapes::kUndirected);
  }
}

TEST(DelegateSssp, Float) {
  conforms<float>(delegate<float>(4));
}
TEST(DelegateSssp, Double) {
  conforms<double>(delegate<double>(2, Encoding::kVarint, 2));
}
TEST(DelegateSssp, Integer) {
  conforms<std::uint32_t>(delegate<std::uint32_t>(std::nullopt));
}

TEST(DelegateSssp, ConformsWithAnyThreshold) {
  for (const std::uint64_t threshold :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{16}, detail::kNoDelegates}) {
    ranks_sssp_conforms_on_random_graphs<double>(delegate<double>(threshold), {},
                                                 many_ranks() ? 6 : 20, DistShapes::kUndirected);
    ranks_sssp_conforms_on_random_graphs<std::uint32_t>(
        delegate<std::uint32_t>(threshold, Encoding::kList, 3), {}, many_ranks() ? 6 : 20,
        DistShapes::kUndirected);
  }
}

}  // namespace
}  // namespace strider::test

// The default method where messages go by way of a rank of each node.
#include <gtest/gtest.h>

#include "algorithms/msf/ranks/engine.hpp"
#include "conformance/ranks_msf.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

constexpr int kRanksPerNode = 2;
constexpr std::uint64_t kRandomGraphs = 12;

template <class W>
void conforms(std::uint64_t gather_edges) {
  const DistMsfFactory<W> make = [](const auto& world, const auto& graph,
                                    const DistMsfOptions& options) {
    comm::TwoLevelExchange exchange(world, kRanksPerNode);
    EXPECT_TRUE(exchange.has_two_levels());
    return detail::make_boruvka_on_ranks<W>(world, std::move(exchange), graph, options);
  };
  const MsfFinder<W> find = on_ranks<W>(make, {.tuning = {.gather_edges = gather_edges}});
  const MsfOptions options{.threads = 1};
  conforms_on_all_shapes<W>(find, options, MsfShapes::kForRanks);
  conforms_on_random_graphs<W>(find, options, kRandomGraphs);
}

TEST(DistBoruvkaOverNodes, InRoundsToTheEnd) {
  conforms<std::uint32_t>(0);
}
TEST(DistBoruvkaOverNodes, FinishedByOneRank) {
  conforms<double>(DistMsfTuning{}.gather_edges);
}

}  // namespace
}  // namespace strider::test

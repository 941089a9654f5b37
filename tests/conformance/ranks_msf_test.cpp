// The distributed methods against Kruskal's, with every type of weight.
#include "conformance/ranks_msf.hpp"

#include <gtest/gtest.h>

#include "algorithms/msf/ranks/engine.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

/// Fewer where ranks are many more than cores.
std::uint64_t random_graphs() {
  return test_world().size() <= 4 ? 30 : 12;
}

template <class W>
void conforms(const MsfFinder<W>& find, int threads) {
  const MsfOptions options{.threads = threads};
  conforms_on_all_shapes<W>(find, options, MsfShapes::kForRanks);
  conforms_on_random_graphs<W>(find, options, random_graphs());
  conforms_on_multigraphs<W>(find, options);
}

/// `gather_edges`: 0 makes rounds to the end.
template <class W>
MsfFinder<W> boruvka(std::uint64_t gather_edges) {
  return on_ranks<W>(detail::make_dist_auto<W>,
                     {.tuning = {.gather_edges = gather_edges, .replicating_ranks = 0}});
}

/// Each rank keeps the fragments of all vertices.
template <class W>
MsfFinder<W> replicated() {
  return on_ranks<W>([](const auto& world, auto graph, const DistMsfOptions& options) {
    return world.size() == 1 ? detail::make_dist_auto<W>(world, graph, options)
                             : detail::make_replicated<W>(world, graph, options);
  });
}

TEST(DistBoruvka, InRoundsToTheEnd) {
  conforms<float>(boruvka<float>(0), 1);
  conforms<double>(boruvka<double>(0), 1);
  conforms<std::uint32_t>(boruvka<std::uint32_t>(0), 1);
  conforms_on_large_graphs<std::uint32_t>(boruvka<std::uint32_t>(0), {.threads = 1});
}
TEST(DistBoruvka, FinishedByOneRank) {
  const DistMsfOptions defaults;
  conforms<float>(boruvka<float>(defaults.tuning.gather_edges), 1);
  conforms_on_large_graphs<double>(boruvka<double>(defaults.tuning.gather_edges), {.threads = 1});
}
TEST(DistBoruvka, OnTwoThreads) {
  constexpr std::uint64_t kSome = 300;
  conforms<std::uint32_t>(boruvka<std::uint32_t>(kSome), 2);
}

TEST(DistReplicated, FindsTheForest) {
  conforms<float>(replicated<float>(), 1);
  conforms<double>(replicated<double>(), 1);
  conforms<std::uint32_t>(replicated<std::uint32_t>(), 1);
  conforms_on_large_graphs<std::uint32_t>(replicated<std::uint32_t>(), {.threads = 1});
}
TEST(DistReplicated, OnTwoThreads) {
  conforms<std::uint32_t>(replicated<std::uint32_t>(), 2);
  conforms_on_large_graphs<float>(replicated<float>(), {.threads = 2});
}

}  // namespace
}  // namespace strider::test

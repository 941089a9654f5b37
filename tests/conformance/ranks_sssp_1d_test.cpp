// Delta-stepping over ranks against the oracle, with every type of weight.
#include <gtest/gtest.h>

#include "algorithms/sssp/ranks/one_d/search.hpp"
#include "conformance/ranks_sssp.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

using comm::Encoding;
using detail::OwnerMap;

/// `shuffled` gives block owners of shuffled vertices, else they are cyclic.
template <class W>
DistSsspFactory<W> one_d(bool shuffled, Encoding encoding) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    const std::uint64_t n = list.num_vertices;
    const OwnerMap owners = shuffled ? OwnerMap::block(n, world.size(), detail::Shuffle(n, 7))
                                     : OwnerMap::cyclic(n, world.size());
    auto graph = std::make_shared<const detail::WeightedGraph1d<W>>(
        detail::build_weighted_graph_1d<W>(world, source, owners));
    return detail::make_one_d_sssp<W>(world, graph, {settings, encoding});
  };
}

TEST(OneDSssp, Float) {
  ranks_sssp_conforms<float>(one_d<float>(false, Encoding::kAuto));
  ranks_sssp_conforms_on_all_shapes<float>(one_d<float>(true, Encoding::kAuto), {});
}
TEST(OneDSssp, Double) {
  ranks_sssp_conforms<double>(one_d<double>(true, Encoding::kVarint));
}
TEST(OneDSssp, Integer) {
  ranks_sssp_conforms<std::uint32_t>(one_d<std::uint32_t>(true, Encoding::kList));
}

}  // namespace
}  // namespace strider::test

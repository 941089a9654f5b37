// Delta-stepping over ranks against the oracle, with every type of weight.
#include <gtest/gtest.h>

#include "algorithms/sssp/dist/one_d/search.hpp"
#include "conformance/dist_sssp.hpp"
#include "dist/edge_source.hpp"
#include "dist/graph_1d.hpp"
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
  dist_sssp_conforms<float>(one_d<float>(false, Encoding::kAuto), {});
}
TEST(OneDSssp, Double) {
  dist_sssp_conforms<double>(one_d<double>(true, Encoding::kVarint), {});
}
TEST(OneDSssp, Integer) {
  dist_sssp_conforms<std::uint32_t>(one_d<std::uint32_t>(true, Encoding::kList), {});
}

}  // namespace
}  // namespace strider::test

// Validation of diameters on ranks: every rank makes the check of one machine.
#include <algorithm>
#include <vector>

#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "partition/owner_map.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/one_d/whole_graph.hpp"
#include "ranks/results/value_block.hpp"
#include "strider/diameter.hpp"

namespace strider {
namespace {

using namespace detail;

/// bound_of(i), of vertex result.vertices[i], from all ranks, by vertex. Collective.
template <class BoundOf>
Array<Level> bounds_of_all(const comm::Communicator& comm, std::uint64_t num_vertices,
                           const DistDiameterResult& result, const BoundOf& bound_of) {
  const OwnerMap blocks = OwnerMap::block(num_vertices, comm.size());
  const Array<Level> own = to_blocks<Level>(
      comm, blocks, result.values.size(), [&](std::size_t i) { return result.vertices[i]; },
      bound_of);
  std::vector<std::uint64_t> starts;
  auto all = comm::try_on_all_ranks(comm, [&] {
    starts.push_back(0);
    for (int rank = 0; rank < comm.size(); ++rank) {
      starts.push_back(starts.back() + blocks.size(rank));
    }
    const std::vector<std::uint64_t> most(starts.size() - 1, num_vertices);
    comm.reserve_messages(most, most, sizeof(Level));
    auto bounds = take_array<Array<Level>>(num_vertices, "the validation");
    const std::uint64_t begin = starts[static_cast<std::size_t>(comm.rank())];
    std::ranges::copy(own, bounds.begin() + begin);
    return bounds;
  });
  comm.all_gather_in_place(all.span(), starts);
  return all;
}

}  // namespace

DiameterValidation validate_diameter(const DistGraph& graph, const DistDiameterResult& result,
                                     const DiameterValidationOptions& options) {
  const comm::Communicator& comm = graph.state()->comm();
  const Graph whole = gather_whole_graph(comm, *graph.state()->one_d(), graph.state()->threads);
  const std::uint64_t n = whole.num_vertices();
  Array<Level> lower =
      bounds_of_all(comm, n, result, [&](std::size_t i) { return result.lower[i]; });
  Array<Level> upper =
      bounds_of_all(comm, n, result, [&](std::size_t i) { return result.values[i]; });
  const DiameterResult of_all(result.facts, std::move(lower), std::move(upper));
  return comm::try_on_all_ranks(comm, [&] { return validate_diameter(whole, of_all, options); });
}

}  // namespace strider

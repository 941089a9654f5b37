// Forests that files claim, on ranks.
#include <algorithm>

#include "io/results/claimed_cells.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/results/claimed_table.hpp"
#include "strider/dist_results.hpp"

namespace strider {

template <class W>
DistClaimedForest<W> read_msf_result(const Cluster& cluster, const DistInput& input,
                                     const std::string& path) {
  using detail::OtherVertex;
  const comm::Communicator& comm = cluster.state()->comm();
  const auto parse = [](std::span<const std::string_view> cells, const RowPlace& place) {
    return parse_weight<W>(cells[2], place);
  };
  const detail::ClaimedColumns<W, decltype(parse)> columns{
      {kForestColumns, ""}, 1, OtherVertex::kMustExist, parse};
  auto table = detail::claimed_table(comm, path, columns, *input.state());
  auto parts = table.read_any();
  DistClaimedForest<W> forest;
  forest.edges = comm::try_on_all_ranks(comm, [&] {
    std::size_t size = 0;
    for (const auto& part : parts) size += part.size();
    auto edges = detail::take_array<Array<GlobalMsfEdge<W>>>(size, "the forest of a result",
                                                             detail::NodeMemory(comm));
    std::size_t next = 0;
    for (auto& part : parts) {
      for (const auto& row : part) {
        const auto [u, v] = std::minmax(row.vertex, row.other);
        edges[next++] = {u, v, row.value};
      }
      part = {};
    }
    return edges;
  });
  forest.num_edges = comm.all_reduce(std::uint64_t{forest.edges.size()}, comm::Reduction::kSum);
  return forest;
}

template DistClaimedForest<float> read_msf_result(const Cluster&, const DistInput&,
                                                  const std::string&);
template DistClaimedForest<double> read_msf_result(const Cluster&, const DistInput&,
                                                   const std::string&);
template DistClaimedForest<std::uint32_t> read_msf_result(const Cluster&, const DistInput&,
                                                          const std::string&);

}  // namespace strider

// Components that files claim, on ranks.
#include "io/results/claimed_cells.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/results/claimed_table.hpp"
#include "strider/dist_results.hpp"

namespace strider {

DistComponentsResult read_components_result(const Cluster& cluster, const DistInput& input,
                                            const std::string& path) {
  using detail::OtherVertex;
  const comm::Communicator& comm = cluster.state()->comm();
  const auto no_value = [](std::span<const std::string_view>, const RowPlace&) {
    return std::uint8_t{0};
  };
  const detail::ClaimedColumns<std::uint8_t, decltype(no_value)> columns{
      {kComponentColumns, ""}, 1, OtherVertex::kAnyLabel, no_value};
  auto table = detail::claimed_table(comm, path, columns, *input.state());
  const auto rows = table.read_block();
  DistComponentsResult result;
  comm::try_on_all_ranks(comm, [&] {
    const std::uint32_t size = table.blocks().size(comm.rank());
    const detail::NodeMemory memory(comm);
    memory.require(std::uint64_t{size} * 2 * sizeof(GlobalVertex), "the components of a result");
    result.values = Array<GlobalVertex>(size, detail::kNoGlobalVertex);
    result.vertices.reserve(size);
    for (std::uint32_t v = 0; v < size; ++v) {
      result.vertices.push_back(table.blocks().global(comm.rank(), detail::local_vertex(v)));
    }
    for (const auto& row : rows) {
      const GlobalVertex label = row.other;
      result.values[detail::index(table.blocks().locate(row.vertex).vertex)] =
          label == detail::kNoGlobalVertex ? input.num_vertices() : label;
    }
  });
  return result;
}

}  // namespace strider

// Spanning forests in one file, written by all ranks: each has the edges whose smaller ends are in
// its block of consecutive vertices.
#include <tuple>

#include "io/results/schemas.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/row_names.hpp"
#include "ranks/results/shared_table.hpp"
#include "ranks/results/sorted_block.hpp"
#include "strider/dist_msf.hpp"

namespace strider {
template <class W>
void write_result(const Cluster& cluster, const DistInput& input, const DistMsfResult<W>& forest,
                  const std::string& path, ResultFormat format) {
  const comm::Communicator& comm = cluster.state()->comm();
  const std::uint64_t n = input.num_vertices();
  const Array<GlobalMsfEdge<W>> edges = detail::to_sorted_block(
      comm, n, forest.edges(), [](const auto& edge) { return edge.u; },
      [](const auto& a, const auto& b) { return std::tie(a.u, a.v) < std::tie(b.u, b.v); });
  const detail::VertexNames& kept = input.state()->names;
  const detail::RowNames u(comm, kept, edges.size(), [&](std::size_t i) { return edges[i].u; });
  const detail::RowNames v(comm, kept, edges.size(), [&](std::size_t i) { return edges[i].v; });
  const auto rows = rows_of(std::size(kMsfColumns<W>), [&](std::size_t i, Cell* cells) {
    const GlobalMsfEdge<W>& edge = edges[i];
    fill_edge_row(u.name(i, edge.u), v.name(i, edge.v), edge.weight, cells);
  });
  detail::write_shared_table(comm, {kMsfSchema<W>, u.labels(), n, edges.size(), rows}, path,
                             format);
}

template void write_result(const Cluster&, const DistInput&, const DistMsfResult<float>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistMsfResult<double>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistMsfResult<std::uint32_t>&,
                           const std::string&, ResultFormat);

}  // namespace strider

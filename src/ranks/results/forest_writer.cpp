// Spanning forests in one file, written by all ranks: each has the edges whose smaller ends are in
// its block of consecutive vertices.
#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "io/results/schemas.hpp"
#include "partition/owner_map.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/results/shared_table.hpp"
#include "strider/dist_msf.hpp"

namespace strider {
namespace {

/// The edges of this rank's block of `num_vertices` vertices, ascending by (u, v). Collective.
template <class W>
Array<GlobalMsfEdge<W>> to_blocks(const comm::Communicator& comm, std::uint64_t num_vertices,
                                  std::span<const GlobalMsfEdge<W>> edges) {
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> ignored;
  Array<GlobalMsfEdge<W>> sent;
  comm::try_on_all_ranks(comm, [&] {
    ignored.assign(static_cast<std::size_t>(comm.size()), 0);
    const auto blocks = detail::OwnerMap::block(num_vertices, comm.size());
    detail::NodeMemory(comm).require(saturating_mul(edges.size(), 2 * sizeof(GlobalMsfEdge<W>)),
                                     "the forest on its way to a file");
    const auto rank_of = [&](const GlobalMsfEdge<W>& edge) { return blocks.owner(edge.u); };
    sent = Array<GlobalMsfEdge<W>>(edges.size());
    counts = comm::group_by_rank(edges, comm.size(), rank_of, sent.span());
  });
  Array<GlobalMsfEdge<W>> block =
      comm::checked_all_to_all(comm, std::as_const(sent).span(), counts, std::span(ignored));
  std::sort(block.begin(), block.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.u, a.v) < std::tuple(b.u, b.v);
  });
  return block;
}

/// What rows call the ends of edges.
class EndNames {
 public:
  /// Numbers that are kept by other ranks are asked for here. Collective.
  template <class W>
  EndNames(const comm::Communicator& comm, const detail::VertexNames& names,
           const Array<GlobalMsfEdge<W>>& edges)
      : labels_(names.labels()) {
    if (labels_ != nullptr) return;
    std::vector<GlobalVertex> asked;
    comm::try_on_all_ranks(comm, [&] {
      detail::NodeMemory(comm).require(edges.size() * sizeof(GlobalVertex),
                                       "the vertices of the forest that others name");
      asked.resize(edges.size());
    });
    std::transform(edges.begin(), edges.end(), asked.begin(), [](const auto& e) { return e.u; });
    u_ = names.numbers_of(comm, asked);
    std::transform(edges.begin(), edges.end(), asked.begin(), [](const auto& e) { return e.v; });
    v_ = names.numbers_of(comm, asked);
  }
  /// Of numbers that were asked for, each is its own label.
  [[nodiscard]] const Labels& labels() const { return labels_ != nullptr ? *labels_ : own_; }
  [[nodiscard]] GlobalVertex u(std::size_t i, GlobalVertex vertex) const {
    return labels_ != nullptr ? vertex : u_[i];
  }
  [[nodiscard]] GlobalVertex v(std::size_t i, GlobalVertex vertex) const {
    return labels_ != nullptr ? vertex : v_[i];
  }

 private:
  const Labels* labels_;
  Labels own_;
  Array<std::uint64_t> u_;
  Array<std::uint64_t> v_;
};

}  // namespace

template <class W>
void write_result(const Cluster& cluster, const DistInput& input, const DistMsfResult<W>& forest,
                  const std::string& path, ResultFormat format) {
  const comm::Communicator& comm = cluster.state()->comm();
  const std::uint64_t n = input.num_vertices();
  const Array<GlobalMsfEdge<W>> edges = to_blocks<W>(comm, n, forest.edges());
  const EndNames names(comm, input.state()->names, edges);
  const auto rows = rows_of(std::size(kMsfColumns<W>), [&](std::size_t i, Cell* cells) {
    const GlobalMsfEdge<W>& edge = edges[i];
    fill_edge_row(names.u(i, edge.u), names.v(i, edge.v), edge.weight, cells);
  });
  detail::write_shared_table(comm, {kMsfSchema<W>, names.labels(), n, edges.size(), rows}, path,
                             format);
}

template void write_result(const Cluster&, const DistInput&, const DistMsfResult<float>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistMsfResult<double>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistMsfResult<std::uint32_t>&,
                           const std::string&, ResultFormat);

}  // namespace strider

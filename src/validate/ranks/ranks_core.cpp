// Validation of core numbers that ranks share, as validate/core.cpp.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "comm/collective_error.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/halo.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/results/value_block.hpp"
#include "strider/core.hpp"
#include "validate/core_findings.hpp"

namespace strider {

using namespace detail;

CoreValidation validate_core(const DistGraph& graph, const DistCoreResult& result) {
  const comm::Communicator& comm = graph.state()->comm();
  const std::shared_ptr<const Graph1d> part = graph.state()->one_d();
  const Csr& rows = part->rows;
  const Vertex n = part->num_rows();
  Workspace workspace;
  GhostMap ghosts(workspace, comm, *part);
  Array<std::uint32_t> cores;  // by local id
  Array<EdgeIndex> edges;      // by own vertex: as on one machine
  Array<std::uint32_t>
      removed;  // by local id: edges to it that have been removed since ranks spoke
  std::vector<Vertex> queue;
  std::vector<CoreFindings> by_rank;
  comm::try_on_all_ranks(comm, [&] {
    const std::size_t size = std::max(part->local_ids.size(), n);
    workspace.declare("the core numbers", cores, size);
    workspace.declare("the edges", edges, n);
    workspace.declare("the edges removed", removed, size);
  });
  take_on_all_ranks(comm, workspace, "the validation of core numbers");
  const Array<std::uint32_t> own = to_blocks(comm, part->owners, result);
  std::ranges::copy(own, cores.begin());
  ghosts.broadcast<std::uint32_t>(
      *part, [&](Vertex v) { return cores[v]; },
      [&](Vertex ghost, std::uint32_t core) { cores[ghost] = core; });
  std::ranges::fill(removed, 0U);
  CoreFindings here;
  const auto name = [&](Vertex v) { return part->global_of(local_vertex(v)); };
  comm::try_on_all_ranks(comm, [&] {
    by_rank.resize(static_cast<std::size_t>(comm.size()));
    queue.reserve(n);
    for (Vertex v = 0; v < n; ++v) {
      edges[v] = static_cast<EdgeIndex>(std::ranges::count_if(
          rows.neighbors(v), [&](Vertex u) { return u != v && cores[u] >= cores[v]; }));
      if (edges[v] < cores[v]) here.note_too_few(name(v), cores[v], edges[v]);
      if (edges[v] <= cores[v]) queue.push_back(v);
    }
  });
  std::size_t head = 0;
  std::uint32_t any = 1;
  while (any != 0) {
    const auto lose = [&](Vertex v, EdgeIndex count) {
      if (count > 0 && edges[v] > cores[v] && edges[v] - count <= cores[v]) queue.push_back(v);
      edges[v] -= count;
    };
    any = head < queue.size() ? 1 : 0;
    for (; head < queue.size(); ++head) {
      const Vertex u = queue[head];
      for (const Vertex v : rows.neighbors(u)) {
        if (v == u || cores[v] != cores[u]) continue;
        if (v < n) {
          lose(v, 1);
        } else {
          ++removed[v];
        }
      }
    }
    any = comm.all_reduce(any, comm::Reduction::kMax);
    if (any == 0) break;
    ghosts.reduce<std::uint32_t>(
        *part, [&](Vertex ghost) { return std::exchange(removed[ghost], 0U); }, lose);
  }
  for (Vertex v = 0; v < n; ++v) {
    if (edges[v] > cores[v]) here.note_not_peeled(name(v), cores[v]);
  }
  comm.all_gather(here, std::span(by_rank));
  CoreFindings found;
  for (const CoreFindings& of_rank : by_rank) found.merge(of_rank);
  return comm::try_on_all_ranks(comm, [&] { return found.validation(); });
}

}  // namespace strider

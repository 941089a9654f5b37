// Single linkage on ranks, as single_linkage.cpp: the forest is that of ranks, and rank 0 merges
// along its edges, which are fewer than vertices.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/timer.hpp"
#include "base/workspace.hpp"
#include "comm/bring_to_first.hpp"
#include "partition/owner_map.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/results/traffic_report.hpp"
#include "strider/clusters.hpp"
#include "strider/dist_msf.hpp"
#include "strider/error.hpp"

namespace strider {
namespace detail {
namespace {

/// What is the same on all ranks, as it travels.
struct Distances {
  ComponentSizes sizes;
  double last;
  double next;
};

/// By rank 0.
template <class W>
LinkedClusters merge(std::span<const GlobalMsfEdge<W>> forest, Vertex num_vertices,
                     const ClusterLimits& limits) {
  Workspace workspace;
  Array<MsfEdge<W>> edges;
  workspace.declare("the edges", edges, forest.size());
  workspace.take("single linkage", HostMemory());
  for (std::size_t i = 0; i < forest.size(); ++i) {
    edges[i] = {static_cast<Vertex>(forest[i].u), static_cast<Vertex>(forest[i].v),
                forest[i].weight};
  }
  return single_linkage<W>(std::as_const(edges).span(), num_vertices, limits);
}

template <class W>
void link(const DistGraph& graph, const ClusterLimits& limits, const DistMsfResult<W>& forest,
          DistLinkedClusters& result) {
  const comm::Communicator& comm = graph.state()->comm();
  const auto edges = comm::bring_to_first<GlobalMsfEdge<W>>(comm, forest.edges());
  OwnerMap owners;
  Array<GlobalVertex> labels;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> came;
  Distances same{};
  comm::try_on_all_ranks(comm, [&] {
    owners = OwnerMap::block(graph.num_vertices(), comm.size());
    counts.assign(static_cast<std::size_t>(comm.size()), 0);
    came = counts;
    if (comm.rank() != 0) return;
    const LinkedClusters found =
        merge<W>(edges.span(), static_cast<Vertex>(graph.num_vertices()), limits);
    labels = take_array<Array<GlobalVertex>>(found.labels().size(), "single linkage");
    std::ranges::copy(found.labels(), labels.begin());
    for (int r = 0; r < comm.size(); ++r) counts[static_cast<std::size_t>(r)] = owners.size(r);
    same = {found.sizes(), found.last_distance, found.next_distance};
  });
  result.values = comm::checked_all_to_all(comm, std::as_const(labels).span(), counts,
                                           std::span(came), comm::Receivers::kSome);
  comm.broadcast(std::span(&same, 1), 0);
  result.sizes = same.sizes;
  result.last_distance = same.last;
  result.next_distance = same.next;
  comm::try_on_all_ranks(comm, [&] {
    for (std::uint32_t i = 0; i < result.values.size(); ++i) {
      result.vertices.push_back(owners.global(comm.rank(), local_vertex(i)));
    }
  });
}

}  // namespace
}  // namespace detail

DistLinkedClusters single_linkage(const DistGraph& graph, const ClusterLimits& limits,
                                  int threads) {
  const comm::Communicator& comm = graph.state()->comm();
  comm::try_on_all_ranks(comm, [&] {
    if (graph.num_vertices() > kMaxVertices) {
      throw UsageError("single linkage on ranks needs a graph of fewer than 2^32 vertices");
    }
    if (std::isnan(limits.distance)) throw UsageError("the distance must be a number, got nan");
  });
  DistLinkedClusters result;
  const Timer timer;
  visit_weight_type(graph.input(), [&]<class W>(W /*of the type*/) {
    const DistMsfResult<W> forest = DistMsfSolver<W>(graph, {.threads = threads}).run();
    detail::measure_on_ranks(comm, result, [&] { detail::link<W>(graph, limits, forest, result); });
    result.traffic += forest.traffic();
  });
  result.seconds = comm.all_reduce(timer.seconds(), comm::Reduction::kMax);
  return result;
}

}  // namespace strider

// Single linkage from a minimum spanning forest (Gower and Ross 1969):
//
//   for edges of the forest, lightest first:
//     merge the clusters of both ends
//
// An edge that is not of the forest is no lighter than the path between its ends, so it merges
// nothing that this path has not merged before.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "graph/union_find.hpp"
#include "strider/clusters.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// The forest, lightest first, and sets of vertices, each of its own.
template <class W>
class Merging {
 public:
  Merging(std::span<const MsfEdge<W>> forest, Vertex num_vertices) {
    detail::Workspace workspace;
    workspace.declare("the edges", edges_, forest.size());
    workspace.declare("the clusters", parents_, num_vertices);
    workspace.take("single linkage", detail::HostMemory());
    std::ranges::copy(forest, edges_.begin());
    std::ranges::sort(edges_, [](const MsfEdge<W>& a, const MsfEdge<W>& b) {
      return std::tie(a.weight, a.u, a.v) < std::tie(b.weight, b.u, b.v);
    });
    sets().make_singletons();
  }

  [[nodiscard]] std::span<const MsfEdge<W>> edges() const { return edges_.span(); }
  [[nodiscard]] DisjointSets sets() { return DisjointSets(parents_.span()); }
  /// The last call: the least vertex of each one's cluster.
  [[nodiscard]] Array<Vertex> take_labels() {
    DisjointSets all = sets();
    for (Vertex v = 0; v < parents_.size(); ++v) parents_[v] = all.find(v);
    return std::move(parents_);
  }

 private:
  Array<MsfEdge<W>> edges_;
  Array<Vertex> parents_;
};

}  // namespace

template <class W>
LinkedClusters single_linkage(std::span<const MsfEdge<W>> forest, Vertex num_vertices,
                              const ClusterLimits& limits) {
  if (std::isnan(limits.distance)) throw UsageError("the distance must be a number, got nan");
  Merging<W> merging(forest, num_vertices);
  LinkedClusters found;
  DisjointSets sets = merging.sets();
  const std::span<const MsfEdge<W>> edges = merging.edges();
  const auto is_merged = [&](const MsfEdge<W>& edge) {
    return static_cast<double>(edge.weight) <= limits.distance;
  };
  const auto end = std::ranges::partition_point(edges, is_merged) - edges.begin();
  const std::size_t most = limits.count < num_vertices ? num_vertices - limits.count : 0;
  const std::size_t merges = std::min(static_cast<std::size_t>(end), most);
  sequential_for(0, merges, [&](std::size_t i) { sets.unite(edges[i].u, edges[i].v); });
  if (merges > 0) found.last_distance = static_cast<double>(edges[merges - 1].weight);
  if (merges < edges.size()) found.next_distance = static_cast<double>(edges[merges].weight);
  static_cast<ComponentsResult&>(found) = ComponentsResult(merging.take_labels());
  return found;
}

template <class W>
std::vector<ClusterMerge> linkage(std::span<const MsfEdge<W>> forest, Vertex num_vertices) {
  Merging<W> merging(forest, num_vertices);
  // By the least vertex of a cluster: its number, and its size.
  Array<std::uint64_t> numbers;
  Array<Vertex> sizes;
  std::vector<ClusterMerge> merges;
  detail::Workspace workspace;
  workspace.declare("the numbers of clusters", numbers, num_vertices);
  workspace.declare("their sizes", sizes, num_vertices);
  workspace.count("merges", forest.size() * sizeof(ClusterMerge));
  workspace.take("a linkage", detail::HostMemory());
  for (Vertex v = 0; v < num_vertices; ++v) {
    numbers[v] = v;
    sizes[v] = 1;
  }
  merges.reserve(forest.size());
  DisjointSets sets = merging.sets();
  sequential_for(0, merging.edges().size(), [&](std::size_t i) {
    const MsfEdge<W>& edge = merging.edges()[i];
    const auto [low, high] = std::minmax({sets.find(edge.u), sets.find(edge.v)});
    sets.link(low, high);
    const auto [first, second] = std::minmax({numbers[low], numbers[high]});
    sizes[low] += sizes[high];
    numbers[low] = num_vertices + merges.size();
    merges.push_back({first, second, static_cast<double>(edge.weight), sizes[low]});
  });
  return merges;
}

template LinkedClusters single_linkage(std::span<const MsfEdge<float>>, Vertex,
                                       const ClusterLimits&);
template LinkedClusters single_linkage(std::span<const MsfEdge<double>>, Vertex,
                                       const ClusterLimits&);
template LinkedClusters single_linkage(std::span<const MsfEdge<std::uint32_t>>, Vertex,
                                       const ClusterLimits&);
template std::vector<ClusterMerge> linkage(std::span<const MsfEdge<float>>, Vertex);
template std::vector<ClusterMerge> linkage(std::span<const MsfEdge<double>>, Vertex);
template std::vector<ClusterMerge> linkage(std::span<const MsfEdge<std::uint32_t>>, Vertex);

}  // namespace strider

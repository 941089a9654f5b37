// Components on ranks, on their hosts or devices, as the public face finds them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "conformance/components.hpp"
#include "strider/dist_graph.hpp"
#include "support/gather.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {

using ComponentsOnRanks = std::function<DistComponentsResult(const DistGraph&)>;

/// Edges of which each rank gives a part. Collective.
inline DistInput share_edges(const Cluster& cluster, const EdgeList& list) {
  const Range part = static_chunk(list.edges.size(), cluster.rank(), cluster.size());
  Array<GlobalEdge> edges(part.end - part.begin);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    edges[i] = {list.edges[part.begin + i].source, list.edges[part.begin + i].target};
  }
  return DistInput::from_edges(cluster, list.num_vertices, list.directedness, std::move(edges));
}

/// Blocks, cyclic, shuffled.
inline std::vector<PartitionOptions> component_partitions() {
  const PartitionOptions options{.scheme = PartitionScheme::k1d,
                                 .self_loops = SelfLoops::kKeep,
                                 .duplicates = Duplicates::kKeep};
  std::vector<PartitionOptions> all(3, options);
  all[1].distribution = VertexDistribution::kCyclic;
  all[2].shuffle_seed = 7;
  return all;
}

/// The labels of all ranks' vertices on rank 0, by vertex; nothing on the others. Collective.
inline std::vector<Vertex> gather_labels(const DistComponentsResult& result, Vertex n) {
  const auto vertices = gather<GlobalVertex>(result.vertices);
  const auto labels = gather<GlobalVertex>(result.labels.span());
  std::vector<Vertex> by_vertex(vertices.empty() ? 0 : n, kNoVertex);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    by_vertex[vertices[i]] = static_cast<Vertex>(labels[i]);
  }
  return by_vertex;
}

/// Fails the running test where `find` finds other labels in one of the graphs. Collective.
inline void expect_components_on_ranks(const std::vector<NamedGraph>& graphs,
                                       const ComponentsOnRanks& find) {
  const Cluster cluster;
  for (const auto& [name, graph] : graphs) {
    SCOPED_TRACE(name);
    const std::vector<Vertex> expected = detail::serial_components(graph);
    const DistInput input = share_edges(cluster, list_edges(graph));
    for (const PartitionOptions& options : component_partitions()) {
      const DistComponentsResult found = find(DistGraph(cluster, input, options));
      const std::vector<Vertex> labels = gather_labels(found, graph.num_vertices());
      EXPECT_EQ(labels, cluster.rank() == 0 ? expected : std::vector<Vertex>());
      expect_sizes(found.sizes, std::span<const Vertex>(expected));
    }
  }
}

}  // namespace strider::test

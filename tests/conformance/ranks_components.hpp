// Components on ranks, on their hosts or devices, as the public face finds them.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "conformance/components.hpp"
#include "strider/dist_graph.hpp"
#include "support/gather.hpp"
#include "support/listed_edges.hpp"
#include "support/share_out.hpp"

namespace strider::test {

inline constexpr const char* kComponentPartitions[] = {"blocks", "cyclic", "shuffled"};
/// By the names above.
inline std::vector<PartitionOptions> component_partitions() {
  const PartitionOptions options{.scheme = PartitionScheme::k1d,
                                 .self_loops = SelfLoops::kKeep,
                                 .duplicates = Duplicates::kKeep};
  std::vector<PartitionOptions> all(3, options);
  all[1].distribution = VertexDistribution::kCyclic;
  all[2].shuffle_seed = 7;
  return all;
}

/// The labels of all vertices on every rank, by vertex. Collective.
inline FoundComponents to_found(const DistComponentsResult& result, Vertex n) {
  const auto vertices = gather_to_all<GlobalVertex>(result.vertices);
  const auto labels = gather_to_all<GlobalVertex>(result.values.span());
  EXPECT_EQ(vertices.size(), n) << "every vertex has one owner";
  FoundComponents found{std::vector<Vertex>(n, kNoVertex), result.sizes};
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    found.labels[vertices[i]] = static_cast<Vertex>(labels[i]);
  }
  return found;
}

/// Finds components by `find` in a graph cut like that, of which every rank gave a part.
/// Collective.
inline std::function<FoundComponents(const Graph&)> on_ranks(
    const PartitionOptions& partition,
    const std::function<DistComponentsResult(const DistGraph&)>& find) {
  return [=](const Graph& graph) {
    const Cluster cluster;
    const DistGraph shared(cluster, share_out(cluster, list_edges(graph)), partition);
    return to_found(find(shared), graph.num_vertices());
  };
}

}  // namespace strider::test

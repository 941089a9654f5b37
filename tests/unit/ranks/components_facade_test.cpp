// Components on ranks as callers see them: validated and written.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "conformance/ranks_components.hpp"
#include "support/shared_folder.hpp"

namespace strider::test {
namespace {

TEST(ComponentsFacade, WritesWhatOneMachineWrites) {
  const Cluster cluster;
  const SharedFolder folder;
  const Graph graph = make_graph(700, random_edges(700, 600, 1));
  const DistInput input = share_out(cluster, list_edges(graph));
  const ComponentsResult here = components(graph);
  for (const PartitionOptions& options : component_partitions()) {
    const DistComponentsResult found = components(DistGraph(cluster, input, options));
    EXPECT_GT(found.seconds, 0);
    EXPECT_EQ(found.traffic.total.bytes > 0, cluster.size() > 1);
    for (const char* const suffix : {".tsv", ".csv", ".json", ".npy", ".ldbc"}) {
      const ResultFormat format = result_format_from_path(suffix).value();
      const std::string of_ranks = folder.file(std::string("ranks") + suffix);
      const std::string of_one = folder.file(std::string("one") + suffix);
      write_vertex_values(cluster, input, "component", found, of_ranks, format);
      if (cluster.rank() != 0) continue;
      write_vertex_labels(graph.labels(), "component", here.labels(), of_one, format);
      EXPECT_EQ(read_whole(of_ranks), read_whole(of_one)) << suffix;
      if (format == ResultFormat::kJson || format == ResultFormat::kLdbc) continue;
      const Array<Vertex> read = read_components_result(of_one, graph.labels(), 700);
      EXPECT_TRUE(std::ranges::equal(read, here.labels())) << suffix;
    }
  }
}

TEST(ComponentsFacade, Validates) {
  const Cluster cluster;
  for (const auto& [name, graph] : random_component_graphs(200)) {
    SCOPED_TRACE(name);
    const DistInput input = share_out(cluster, list_edges(graph));
    const DistGraph shared(cluster, input, component_partitions()[1]);
    const auto validation = validate_components(cluster, input, components(shared));
    EXPECT_TRUE(validation.passed());
    EXPECT_EQ(validation.num_components, components(graph).num_components());
  }
}

TEST(ComponentsFacade, RefusesWrongLabels) {
  const Cluster cluster;
  constexpr Vertex kVertices = 200;
  const Graph graph = make_graph(kVertices, random_edges(kVertices, 120, 3));
  const std::vector<Vertex> right = detail::serial_components(graph);
  const DistInput input = share_out(cluster, list_edges(graph));
  for (const PartitionOptions& options : component_partitions()) {
    const DistGraph shared(cluster, input, options);
    for (const GlobalVertex label :
         {GlobalVertex{0}, GlobalVertex{77}, GlobalVertex{kVertices}, ~GlobalVertex{0}}) {
      for (const GlobalVertex vertex : {GlobalVertex{1}, GlobalVertex{150}}) {
        if (label == right[vertex]) continue;
        DistComponentsResult found = components(shared);
        for (std::size_t i = 0; i < found.vertices.size(); ++i) {
          if (found.vertices[i] == vertex) found.values[i] = label;
        }
        const ComponentsValidation validation = validate_components(cluster, input, found);
        EXPECT_EQ(validation.num_wrong, 1U);
        ASSERT_EQ(validation.violations.size(), 1U);
        EXPECT_EQ(validation.violations[0].vertex, vertex);
        EXPECT_EQ(validation.violations[0].message,
                  fmt::format("vertex {} has label {}, but the least vertex of its component is {}",
                              vertex, label, right[vertex]));
      }
    }
    // Two components in one, and one in two, by labels that are consistent otherwise.
    DistComponentsResult joined = components(shared);
    for (GlobalVertex& each : joined.values) each = 0;
    EXPECT_FALSE(validate_components(cluster, input, joined).passed());
    DistComponentsResult split = components(shared);
    for (std::size_t i = 0; i < split.vertices.size(); ++i) split.values[i] = split.vertices[i];
    EXPECT_FALSE(validate_components(cluster, input, split).passed());
  }
}

}  // namespace
}  // namespace strider::test

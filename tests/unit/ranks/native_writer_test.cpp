// Containers that ranks write, held against those of one machine; and what is refused.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>

#include "base/parallel.hpp"
#include "strider/dist_write.hpp"
#include "strider/error.hpp"
#include "strider/strider.hpp"
#include "support/compare_graphs.hpp"
#include "support/mpi_world.hpp"
#include "support/share_out.hpp"
#include "support/shared_folder.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

/// The same on all ranks.
EdgeList list_of(Directedness directedness, int weights) {
  EdgeList list = test::random_list(300, 2000, directedness);
  if (weights == 1) test::add_weights<float>(list);
  if (weights == 2) test::add_weights<double>(list);
  if (weights == 3) test::add_weights<std::uint32_t>(list);
  return list;
}

TEST(WriteNative, HasTheBytesOfOneMachine) {
  const Cluster cluster;
  const test::SharedFolder folder;
  const std::string one = folder.file("one.strider");
  const std::string many = folder.file("many.strider");
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    for (const int weights : {0, 1, 2, 3}) {
      for (const Duplicates duplicates : {Duplicates::kRemove, Duplicates::kKeep}) {
        const auto self_loops = weights < 2 ? SelfLoops::kKeep : SelfLoops::kRemove;
        folder.make([&] {
          BuildReport report;
          const AnyGraph graph = build_any_graph(
              list_of(directedness, weights),
              {.self_loops = self_loops, .duplicates = duplicates, .threads = 1}, &report);
          write_native(graph, one, nullptr, &report, 1);
        });
        const DistInput input = test::share_out(cluster, list_of(directedness, weights));
        const DistGraph graph(
            cluster, input,
            {.scheme = PartitionScheme::k1d, .self_loops = self_loops, .duplicates = duplicates});
        write_native(cluster, input, graph, many);
        EXPECT_EQ(test::read_whole(many), test::read_whole(one)) << "weights " << weights;
        EXPECT_FALSE(stores_layout(input));
        cluster.barrier();
      }
    }
  }
}

TEST(WriteNative, RefusesVerticesInAnotherOrder) {
  const Cluster cluster;
  const test::SharedFolder folder;
  const DistInput input = test::share_out(cluster, list_of(Directedness::kUndirected, 1));
  const PartitionOptions partitions[] = {
      {.scheme = PartitionScheme::k1d, .distribution = VertexDistribution::kCyclic},
      {.scheme = PartitionScheme::k1d, .shuffle_seed = 3},
      {.scheme = PartitionScheme::k2d},
      {.scheme = PartitionScheme::kDelegate},
  };
  for (const PartitionOptions& partition : partitions) {
    const DistGraph graph(cluster, input, partition);
    EXPECT_THROW(write_native(cluster, input, graph, folder.file("no.strider")), UsageError);
  }
}

TEST(WriteNative, RefusesWhatCannotBeWritten) {
  const Cluster cluster;
  const test::SharedFolder folder;
  const DistInput input = test::share_out(cluster, list_of(Directedness::kDirected, 0));
  DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  EXPECT_THROW(write_native(cluster, input, graph, "/dev/null"), UsageError);
  EXPECT_THROW(write_native(cluster, input, graph, folder.file("nowhere/a.strider")), InputError);
  // The transpose needs the edges once more; and then no file is left.
  const std::string path = folder.file("released.strider");
  graph.release_input();
  EXPECT_THROW(write_native(cluster, input, graph, path), UsageError);
  EXPECT_THROW(static_cast<void>(read_graph(path)), InputError);
}

}  // namespace
}  // namespace strider

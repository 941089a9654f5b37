// The public face of spanning forests on ranks: found, validated and written, whatever the
// partition and the type of the weights.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "strider/dist_msf.hpp"
#include "strider/error.hpp"
#include "strider/strider.hpp"
#include "support/mpi_world.hpp"
#include "support/shared_folder.hpp"

namespace strider {
namespace {

/// The same list on all ranks: some isolated vertices, some edges twice, weights that may be equal.
template <class W>
EdgeList make_list() {
  constexpr Vertex kVertices = 700;
  constexpr std::size_t kEdges = 1500;
  EdgeList list;
  list.num_vertices = kVertices;
  list.edges = Array<Edge>(kEdges);
  Array<W> weights(kEdges);
  for (std::size_t i = 0; i < kEdges; ++i) {
    list.edges[i] = {static_cast<Vertex>(mix64(i) % kVertices),
                     static_cast<Vertex>(mix64(i + kEdges) % 400)};
    weights[i] = static_cast<W>(static_cast<double>(mix64(i + 2 * kEdges) % 200) / 4);
  }
  list.weights = std::move(weights);
  return list;
}

/// Of which each rank gives a share.
template <class W>
DistInput share_out(const Cluster& cluster, const EdgeList& list) {
  const Range chunk = static_chunk(list.edges.size(), cluster.rank(), cluster.size());
  Array<GlobalEdge> edges(chunk.end - chunk.begin);
  Array<W> weights(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge& edge = list.edges[chunk.begin + i];
    edges[i] = {edge.source, edge.target};
    weights[i] = std::get<Array<W>>(list.weights)[chunk.begin + i];
  }
  return DistInput::from_edges(cluster, list.num_vertices, list.directedness, std::move(edges),
                               std::move(weights));
}

template <class W>
class ForestFacade : public testing::Test {};
using Types = testing::Types<float, double, std::uint32_t>;
TYPED_TEST_SUITE(ForestFacade, Types);

TYPED_TEST(ForestFacade, IsWhatOneMachineFindsAndWrites) {
  using W = TypeParam;
  const Cluster cluster;
  const DistInput input = share_out<W>(cluster, make_list<W>());
  const AnyGraph any =
      build_any_graph(make_list<W>(), {.duplicates = Duplicates::kKeep, .threads = 1});
  const auto& whole = std::get<WeightedGraph<W>>(any);
  const PartitionOptions partitions[] = {
      {.purpose = GraphPurpose::kForest},
      {.distribution = VertexDistribution::kCyclic, .purpose = GraphPurpose::kForest},
      {.shuffle_seed = 7, .purpose = GraphPurpose::kForest},
      {.duplicates = Duplicates::kKeep, .purpose = GraphPurpose::kForest},
  };
  for (PartitionOptions partition : partitions) {
    for (const auto objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
      if (objective == MsfObjective::kMaximum && partition.duplicates == Duplicates::kRemove) {
        partition.duplicates = Duplicates::kKeepHeaviest;
      }
      const DistGraph parts(cluster, input, partition);
      const MsfResult<W> expected = msf(whole, {.objective = objective, .threads = 1});
      const DistMsfResult<W> found = DistMsfSolver<W>(parts, {.objective = objective}).run();
      EXPECT_EQ(found.weight(), expected.weight());
      EXPECT_EQ(found.num_edges(), expected.edges().size());
      EXPECT_EQ(found.num_trees(), expected.num_trees());
      const DistMsfValidation<W> validation = validate_msf(cluster, input, found, objective, 2);
      EXPECT_TRUE(validation.passed());
      EXPECT_EQ(validation.weight, expected.weight());
      EXPECT_EQ(validation.num_trees, expected.num_trees());
      for (const auto& [suffix, format] :
           {std::pair("tsv", ResultFormat::kTsv), std::pair("npy", ResultFormat::kNpy)}) {
        const test::SharedFolder folder;
        const std::string one = folder.file(std::string("one.") + suffix);
        const std::string many = folder.file(std::string("many.") + suffix);
        write_result(cluster, input, found, many, format);
        if (cluster.rank() == 0) {
          write_msf_result(Labels(), whole.topology().num_vertices(), expected.edges(), one,
                           format);
          EXPECT_EQ(test::read_whole(many), test::read_whole(one));
        }
      }
    }
  }
}

TYPED_TEST(ForestFacade, RefusesForestsOfOtherGraphs) {
  using W = TypeParam;
  const Cluster cluster;
  const DistInput input = share_out<W>(cluster, make_list<W>());
  const DistGraph graph(cluster, input, {.purpose = GraphPurpose::kForest});
  const DistMsfResult<W> forest = DistMsfSolver<W>(graph).run();
  EdgeList other = make_list<W>();
  for (W& weight : std::get<Array<W>>(other.weights)) weight += W{1};
  const auto validation = validate_msf(cluster, share_out<W>(cluster, other), forest);
  EXPECT_FALSE(validation.passed());
  other.directedness = Directedness::kDirected;
  EXPECT_THROW(static_cast<void>(validate_msf(cluster, share_out<W>(cluster, other), forest)),
               UsageError);
  EXPECT_THROW(static_cast<void>(validate_msf(cluster, input, forest, MsfObjective::kMinimum, -1)),
               UsageError);
  const DistInput plain = DistInput::generate(cluster, KroneckerParameters{.scale = 4});
  if constexpr (std::is_floating_point_v<W>) {
    EXPECT_THROW(static_cast<void>(validate_msf(cluster, plain, forest)), UsageError);
  }
}

TEST(ForestFacadeOf, FilesThatCannotBeWritten) {
  const Cluster cluster;
  const DistInput input = share_out<float>(cluster, make_list<float>());
  const DistGraph graph(cluster, input, {.purpose = GraphPurpose::kForest});
  const DistMsfResult<float> forest = DistMsfSolver<float>(graph).run();
  for (const char* path : {"/nowhere/at/all.tsv", "/dev/full"}) {
    EXPECT_THROW(write_result(cluster, input, forest, path, ResultFormat::kTsv), InputError);
  }
  EXPECT_THROW(write_result(cluster, input, forest, "a.ldbc", ResultFormat::kLdbc), UsageError);
}

}  // namespace
}  // namespace strider

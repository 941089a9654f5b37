#include <gtest/gtest.h>

#include <cstring>

#include "io/direct_load.hpp"
#include "io/readers.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"
#include "support/compare_graphs.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using test::kKeepAll;

using test::read_whole;
using test::TemporaryFolder;
using test::write_whole;

template <class T>
void append(std::string& bytes, std::initializer_list<T> values) {
  for (const T value : values) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
}

/// A .sg file by hand.
std::string sg(bool directed, std::initializer_list<std::int64_t> counts,
               std::initializer_list<std::int64_t> offsets,
               std::initializer_list<std::int32_t> neighbors) {
  std::string bytes(1, directed ? '\1' : '\0');
  append(bytes, counts);
  append(bytes, offsets);
  append(bytes, neighbors);
  return bytes;
}

class Gapbs : public testing::Test {
 protected:
  void expect_refused(const std::string& bytes, const std::string& words) {
    write_whole(path_, bytes);
    test::expect_error<InputError>(words, [&] { (void)load_gapbs(path_, {}, {}); });
    EXPECT_THROW((void)read_gapbs_edges(path_, {}), InputError);
  }
  TemporaryFolder folder_;
  std::string path_ = folder_.file("g.sg");
};

// The path 0 - 1 - 2.
const std::string kGapbsPath = sg(false, {4, 3}, {0, 1, 3, 4}, {1, 0, 2, 1});

TEST_F(Gapbs, ReadsUndirected) {
  write_whole(path_, kGapbsPath);
  const auto loaded = load_gapbs(path_, {}, {});
  ASSERT_TRUE(loaded);
  const Graph& graph = topology(loaded->graph);
  EXPECT_FALSE(graph.is_directed());
  EXPECT_EQ(graph.num_edges(), 2U);
  EXPECT_EQ(test::to_vector(graph.out().neighbors(1)), (std::vector<Vertex>{0, 2}));
  EXPECT_EQ(loaded->facts.directedness_reason, "the header says so");
  const InputEdges edges = read_gapbs_edges(path_, {});
  EXPECT_EQ(test::to_vector(edges.list.edges.span()), (std::vector<Edge>{{0, 1}, {1, 2}}));
}

TEST_F(Gapbs, RefusesUndirectedEdgesOfTwoWeights) {
  expect_refused(sg(false, {2, 2}, {0, 1, 2}, {1, 7, 0, 8}), "another weight the other way");
  // Their arcs may differ where they are directed, and where weights do not count.
  write_whole(path_, sg(true, {2, 2}, {0, 1, 2}, {1, 7, 0, 8}) +
                         sg(true, {2, 2}, {0, 1, 2}, {1, 8, 0, 7}).substr(17));
  EXPECT_NO_THROW((void)load_gapbs(path_, {}, {}));
  write_whole(path_, sg(false, {2, 2}, {0, 1, 2}, {1, 7, 0, 8}));
  EXPECT_NO_THROW((void)load_gapbs(path_, ReadOptions{.weights = ReadWeights::kNo}, {}));
}

TEST_F(Gapbs, ReadsWeightsAndTellsThemFromTheLength) {
  write_whole(path_, sg(false, {2, 2}, {0, 1, 2}, {1, 7, 0, 7}));
  const auto loaded = load_gapbs(path_, {}, {});
  EXPECT_EQ(std::get<WeightedGraph<std::uint32_t>>(loaded->graph).weights(0)[0], 7U);
  const auto without = load_gapbs(path_, ReadOptions{.weights = ReadWeights::kNo}, {});
  EXPECT_TRUE(std::holds_alternative<Graph>(without->graph));
  EXPECT_TRUE(without->facts.weighted);
  write_whole(path_, sg(false, {2, 2}, {0, 1, 2}, {1, -7, 0, -7}));
  const auto negative = load_gapbs(path_, {}, {});
  EXPECT_EQ(std::get<WeightedGraph<double>>(negative->graph).weights(1)[0], -7.0);
}

TEST_F(Gapbs, DirectednessCanBeOverridden) {
  write_whole(path_, kGapbsPath);
  const ReadOptions directed{.directedness = Directedness::kDirected};
  EXPECT_FALSE(load_gapbs(path_, directed, {}));
  EXPECT_EQ(read_gapbs_edges(path_, directed).list.edges.size(), 4U);
}

TEST_F(Gapbs, LeavesCleaningToTheBuilder) {
  // 0 -> 0, 0 -> 1 twice; the transpose.
  write_whole(path_, sg(true, {3, 2}, {0, 3, 3}, {0, 1, 1}) +
                         sg(true, {3, 2}, {0, 1, 3}, {0, 0, 0}).substr(17));
  EXPECT_FALSE(load_gapbs(path_, {}, {}));
  EXPECT_FALSE(load_gapbs(path_, {}, BuildOptions{.self_loops = SelfLoops::kKeep}));
  const auto kept = load_gapbs(path_, {}, kKeepAll);
  ASSERT_TRUE(kept);
  EXPECT_EQ(topology(kept->graph).num_self_loops(), 1U);
  EXPECT_EQ(kept->build.duplicates, 1U);
  // Rows that do not ascend are sorted by the builder, whatever is kept.
  write_whole(path_, sg(false, {4, 3}, {0, 2, 3, 4}, {2, 1, 0, 0}));
  EXPECT_FALSE(load_gapbs(path_, {}, kKeepAll));
  EXPECT_EQ(build_graph(read_gapbs_edges(path_, {}).list).num_edges(), 2U);
}

TEST_F(Gapbs, RefusesCorruptFiles) {
  expect_refused("", "shorter than the header");
  expect_refused(kGapbsPath.substr(0, 16), "shorter than the header");
  for (std::size_t length = 17; length < kGapbsPath.size(); ++length) {
    expect_refused(kGapbsPath.substr(0, length), "truncated or corrupt");
  }
  expect_refused(kGapbsPath + "x", "truncated or corrupt");
  expect_refused("\2" + kGapbsPath.substr(1), "first byte is neither 0 nor 1");
  expect_refused(sg(false, {-4, 3}, {0, 1, 3, 4}, {1, 0, 2, 1}), "negative");
  expect_refused(sg(false, {4, -3}, {0, 1, 3, 4}, {1, 0, 2, 1}), "negative");
  expect_refused(sg(false, {4, 1LL << 40}, {0, 1, 3, 4}, {1, 0, 2, 1}), "more than one machine");
  expect_refused(sg(false, {1LL << 62, 3}, {0, 1, 3, 4}, {1, 0, 2, 1}), "truncated or corrupt");
  expect_refused(sg(false, {4, 3}, {0, 3, 1, 4}, {1, 0, 2, 1}), "descend");
  expect_refused(sg(false, {4, 3}, {0, 9, 9, 4}, {1, 0, 2, 1}), "descend");
  expect_refused(sg(false, {4, 3}, {1, 1, 3, 4}, {1, 0, 2, 1}), "do not go from 0");
  expect_refused(sg(false, {4, 3}, {0, 1, 3, 3}, {1, 0, 2, 1}), "do not go from 0");
  expect_refused(sg(false, {4, 3}, {0, 1, 3, 4}, {1, 0, 3, 1}), "leads to vertex 3");
  expect_refused(sg(false, {4, 3}, {0, 1, 3, 4}, {1, 0, -1, 1}), "leads to vertex");
  expect_refused(sg(false, {4, 3}, {0, 1, 3, 4}, {1, 0, 2, 0}), "one way only");
  expect_refused(sg(true, {1, 2}, {0, 1, 1}, {1}) + sg(true, {1, 2}, {0, 1, 1}, {0}).substr(17),
                 "do not match its outgoing edges");
}

template <class W>
AnyGraph graph_with(Directedness directedness) {
  EdgeList list = test::random_list(3000, 200'000, directedness);
  if constexpr (!std::is_void_v<W>) test::add_weights<W>(list);
  return build_any_graph(std::move(list));
}

TEST_F(Gapbs, RoundTrips) {
  for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const AnyGraph graphs[] = {graph_with<void>(directedness),
                               graph_with<std::uint32_t>(directedness), AnyGraph(Graph())};
    for (const AnyGraph& graph : graphs) {
      write_graph(graph, path_, FileFormat::kGapbs);
      const auto loaded = load_gapbs(path_, {}, {});
      ASSERT_TRUE(loaded);
      test::expect_equal(graph, loaded->graph);
    }
  }
}

TEST_F(Gapbs, WeightsOfTheTransposeFollowItsArcs) {
  EdgeList list =
      test::list_of<std::uint32_t>(3, {{0, 2}, {1, 2}, {2, 0}}, {5, 6, 7}, Directedness::kDirected);
  write_graph(build_any_graph(std::move(list)), path_, FileFormat::kGapbs);
  const std::string expected = sg(true, {3, 3}, {0, 1, 2, 3}, {2, 5, 2, 6, 0, 7}) +
                               sg(true, {3, 3}, {0, 1, 1, 3}, {2, 7, 0, 5, 1, 6}).substr(17);
  EXPECT_EQ(read_whole(path_), expected);
}

TEST_F(Gapbs, RefusesWeightsItCannotHold) {
  EXPECT_THROW(write_graph(graph_with<float>(Directedness::kUndirected), path_, FileFormat::kGapbs),
               UsageError);
  EXPECT_TRUE(folder_.names().empty());
}

}  // namespace
}  // namespace strider

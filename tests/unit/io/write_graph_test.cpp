#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "io/compression/compress.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"
#include "support/compare_graphs.hpp"
#include "support/errors.hpp"
#include "support/failing_disk.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using test::kKeepAll;

using test::read_whole;
using test::TemporaryFolder;
using test::write_whole;

/// Triangle 0 1 2 with a tail to 3; labels from 1.
EdgeList kite(Directedness directedness = Directedness::kUndirected) {
  EdgeList list = test::list_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, directedness);
  list.labels = Labels::dense(1);
  return list;
}
template <class W>
EdgeList weighted_kite(const std::vector<W>& weights,
                       Directedness directedness = Directedness::kUndirected) {
  EdgeList list = kite(directedness);
  list.weights = Array<W>::copy_of(weights);
  return list;
}

class Write : public testing::Test {
 protected:
  std::string written(EdgeList list, const std::string& name, FileFormat format,
                      const BuildOptions& options = {}) {
    write_graph(build_any_graph(std::move(list), options), folder_.file(name), format);
    return read_whole(folder_.file(name));
  }
  TemporaryFolder folder_;
};

using Integers = std::vector<std::uint32_t>;
using Reals = std::vector<double>;

TEST_F(Write, MatrixMarketHoldsTheLowerTriangleOfSymmetricGraphs) {
  EXPECT_EQ(written(kite(), "g.mtx", FileFormat::kMatrixMarket),
            "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 4\n2 1\n3 1\n3 2\n4 3\n");
  EXPECT_EQ(written(kite(Directedness::kDirected), "g.mtx", FileFormat::kMatrixMarket),
            "%%MatrixMarket matrix coordinate pattern general\n4 4 4\n1 2\n2 3\n3 1\n3 4\n");
  EXPECT_EQ(
      written(weighted_kite(Integers{5, 6, 7, 8}), "g.mtx", FileFormat::kMatrixMarket),
      "%%MatrixMarket matrix coordinate integer symmetric\n4 4 4\n2 1 5\n3 1 7\n3 2 6\n4 3 8\n");
  EXPECT_EQ(written(weighted_kite(Reals{.5, -1e300, 7, .1}), "g.mtx", FileFormat::kMatrixMarket),
            "%%MatrixMarket matrix coordinate real symmetric\n4 4 4\n2 1 0.5\n3 1 7\n3 2 -1e+300\n"
            "4 3 0.1\n");
}

TEST_F(Write, EdgeListsHaveTheLabelsAndTheSeparatorOfTheirName) {
  const std::string comments = "# Undirected graph\n# Nodes: 4 Edges: 4\n# Labels: 1 to 4\n";
  EXPECT_EQ(written(kite(), "g.el", FileFormat::kEdgeList), "1 2\n1 3\n2 3\n3 4\n" + comments);
  EXPECT_EQ(written(kite(), "g.csv", FileFormat::kEdgeList),
            comments + "source,target\n1,2\n1,3\n2,3\n3,4\n");
  EXPECT_EQ(written(kite(), "g.tsv", FileFormat::kEdgeList), comments + "1\t2\n1\t3\n2\t3\n3\t4\n");
  EXPECT_EQ(written(weighted_kite(Integers{5, 6, 7, 8}, Directedness::kDirected), "g.txt",
                    FileFormat::kEdgeList),
            "# Directed graph\n# Nodes: 4 Edges: 4\n# Labels: 1 to 4\n1 2 5\n2 3 6\n3 1 7\n"
            "3 4 8\n");
  EdgeList words = kite();
  words.labels = Labels::text({"ann", "bob", "cy", "Dörte"});
  EXPECT_EQ(written(std::move(words), "g.el", FileFormat::kEdgeList),
            "ann bob\nann cy\nbob cy\ncy Dörte\n"
            "# Undirected graph\n# Nodes: 4 Edges: 4\n# Labels: text\n");
  EdgeList quoted = kite();
  quoted.labels = Labels::text({"Smith, J", "5\" pipe", "#c", "d e"});
  EXPECT_EQ(written(std::move(quoted), "g.csv", FileFormat::kEdgeList),
            "# Undirected graph\n# Nodes: 4 Edges: 4\n# Labels: text\nsource,target\n"
            "\"Smith, J\",\"5\"\" pipe\"\n\"Smith, J\",\"#c\"\n\"5\"\" pipe\",\"#c\"\n"
            "\"#c\",\"d e\"\n");
  EdgeList sparse = kite();
  sparse.labels =
      Labels::sparse(Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{7, 9, 11, 500}));
  EXPECT_EQ(written(std::move(sparse), "g.txt", FileFormat::kEdgeList),
            "# Undirected graph\n# Nodes: 4 Edges: 4\n# Labels: listed\n7 9\n7 11\n9 11\n"
            "11 500\n");
}

TEST_F(Write, EdgeListsRefuseLabelsThatWouldBeMisread) {
  for (const char* label : {"", "a b", "a,b", "a\tb", "#a", "%a", "a\nb", "\"a", "'a", "//a"}) {
    EdgeList list = kite();
    list.labels = Labels::text({label, "b", "c", "d"});
    const std::string why = test::message_of<UsageError>(
        [&] { (void)written(std::move(list), "g.el", FileFormat::kEdgeList); });
    EXPECT_NE(why, "taken") << label;
    EXPECT_EQ(why.find('\n'), std::string::npos);
  }
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(Write, MetisListsEveryVertex) {
  EXPECT_EQ(written(kite(), "g.graph", FileFormat::kMetis), "4 4\n2 3\n1 3\n1 2 4\n3\n");
  EXPECT_EQ(written(weighted_kite(Integers{5, 6, 7, 8}), "g.graph", FileFormat::kMetis),
            "4 4 001\n2 5 3 7\n1 5 3 6\n1 7 2 6 4 8\n3 8\n");
}

TEST_F(Write, MetisRefusesWhatItCannotHold) {
  EXPECT_THROW((void)written(kite(Directedness::kDirected), "g.graph", FileFormat::kMetis),
               UsageError);
  EXPECT_THROW((void)written(weighted_kite(Reals{1, 2, 3, 4}), "g.graph", FileFormat::kMetis),
               UsageError);
  EdgeList loop = kite();
  loop.edges[0] = {1, 1};
  EXPECT_THROW((void)written(std::move(loop), "g.graph", FileFormat::kMetis, kKeepAll), UsageError);
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(Write, DimacsHasTwoDialects) {
  EXPECT_EQ(written(kite(), "g.gr", FileFormat::kDimacs), "p tw 4 4\n1 2\n1 3\n2 3\n3 4\n");
  EXPECT_EQ(written(kite(Directedness::kDirected), "g.gr", FileFormat::kDimacs),
            "c Unweighted graph: each arc has weight 1\n"
            "p sp 4 4\na 1 2 1\na 2 3 1\na 3 1 1\na 3 4 1\n");
  EXPECT_EQ(written(weighted_kite(Integers{5, 6, 7, 8}), "g.gr", FileFormat::kDimacs),
            "c Undirected graph: each edge is two arcs\np sp 4 8\na 1 2 5\na 1 3 7\na 2 1 5\na 2 3 "
            "6\na 3 1 7\na 3 2 6\na 3 4 8\na 4 3 8\n");
  EXPECT_THROW((void)written(weighted_kite(Reals{1, 2, 3, 4}), "g.gr", FileFormat::kDimacs),
               UsageError);
}

TEST_F(Write, RefusesFormatsThatAreOnlyReadAndPackedBinaries) {
  const AnyGraph graph = build_any_graph(kite());
  for (const auto format : {FileFormat::kLdbc, FileFormat::kGml, FileFormat::kPajek,
                            FileFormat::kNpz, FileFormat::kParquet}) {
    EXPECT_THROW(write_graph(graph, folder_.file("g"), format), UsageError);
  }
  EXPECT_THROW(write_graph(graph, folder_.file("g.sg.gz"), FileFormat::kGapbs), UsageError);
  EXPECT_THROW(write_graph(graph, folder_.file("no/g.mtx"), FileFormat::kMatrixMarket), InputError);
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(Write, SaysWhereLabelsAreKept) {
  const auto graph_with = [](Labels labels) {
    EdgeList list = kite();
    list.labels = std::move(labels);
    return build_graph(std::move(list));
  };
  const Graph zero = graph_with(Labels());
  const Graph one = graph_with(Labels::dense(1));
  const Graph text = graph_with(Labels::text({"a", "b", "c", "d"}));
  EXPECT_TRUE(keeps_labels(one, FileFormat::kMatrixMarket));
  EXPECT_FALSE(keeps_labels(zero, FileFormat::kMatrixMarket));
  EXPECT_TRUE(keeps_labels(zero, FileFormat::kGapbs));
  EXPECT_FALSE(keeps_labels(one, FileFormat::kGraph500));
  EXPECT_FALSE(keeps_labels(text, FileFormat::kMetis));
  EXPECT_TRUE(keeps_labels(text, FileFormat::kEdgeList));
  EXPECT_TRUE(keeps_labels(text, FileFormat::kNative));
  EXPECT_TRUE(keeps_vertices(text, FileFormat::kEdgeList));
  const auto with_isolated_vertex = [](Labels labels) {
    EdgeList list = kite();
    list.num_vertices = 5;
    list.labels = std::move(labels);
    return build_graph(std::move(list));
  };
  const Graph dense = with_isolated_vertex(Labels());
  const Graph lost = with_isolated_vertex(Labels::text({"a", "b", "c", "d", "e"}));
  EXPECT_TRUE(keeps_vertices(dense, FileFormat::kEdgeList));
  EXPECT_FALSE(keeps_vertices(lost, FileFormat::kEdgeList));
  EXPECT_TRUE(keeps_vertices(lost, FileFormat::kMatrixMarket));
  // Four edges are a multiple of four vertices, not of five.
  EXPECT_TRUE(keeps_vertices(one, FileFormat::kGraph500));
  EXPECT_FALSE(keeps_vertices(dense, FileFormat::kGraph500));
  EXPECT_EQ(first_vertex_number(FileFormat::kMatrixMarket), 1U);
  EXPECT_EQ(first_vertex_number(FileFormat::kGapbs), 0U);
}

TEST_F(Write, FullDiskLeavesNoFileAndOneLine) {
  const std::string why = test::message_of<InputError>(
      [] { write_graph(build_any_graph(kite()), "/dev/full", FileFormat::kMatrixMarket); });
  EXPECT_NE(why, "taken");
  EXPECT_EQ(why.find('\n'), std::string::npos);
}

struct RoundTrip {
  const char* name;
  FileFormat format;
};
class WriteThenRead : public testing::TestWithParam<RoundTrip> {};

/// Large enough for many blocks; every vertex has an edge, so that edge lists hold it.
EdgeList large_list(Directedness directedness) {
  EdgeList list = test::random_list(30'001, 200'000, directedness);
  for (Vertex v = 0; v + 1 < list.num_vertices; ++v) list.edges[v] = {v, v + 1};
  return list;
}

TEST_P(WriteThenRead, GivesTheSameGraph) {
  const auto [name, format] = GetParam();
  const TemporaryFolder folder;
  const std::string path = folder.file(name);
  for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    if (format == FileFormat::kMetis && directedness == Directedness::kDirected) continue;
    EdgeList plain = large_list(directedness);
    EdgeList weighted = large_list(directedness);
    test::add_weights<std::uint32_t>(weighted);
    plain.labels = weighted.labels =
        Labels::dense(keeps_labels(Graph(), format) ? 0 : 1);  // what the format gives back
    for (EdgeList* list : {&plain, &weighted}) {
      const AnyGraph graph = build_any_graph(std::move(*list));
      write_graph(graph, path, format);
      const ReadOptions options{.directedness = directedness};
      const LoadedGraph loaded = read_graph(path, options);
      EXPECT_EQ(loaded.facts.format, format);
      // DIMACS has weights always, 1 where the graph has none.
      if (format == FileFormat::kDimacs && directedness == Directedness::kDirected) {
        test::expect_equal_topology(topology(graph), topology(loaded.graph));
      } else {
        test::expect_equal(graph, loaded.graph);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, WriteThenRead,
                         testing::Values(RoundTrip{"g.mtx", FileFormat::kMatrixMarket},
                                         RoundTrip{"g.el", FileFormat::kEdgeList},
                                         RoundTrip{"g.tsv", FileFormat::kEdgeList},
                                         RoundTrip{"g.csv", FileFormat::kEdgeList},
                                         RoundTrip{"g.gr", FileFormat::kDimacs},
                                         RoundTrip{"g.graph", FileFormat::kMetis},
                                         RoundTrip{"g.sg", FileFormat::kGapbs},
                                         RoundTrip{"g.strider", FileFormat::kNative},
                                         RoundTrip{"g.mtx.gz", FileFormat::kMatrixMarket},
                                         RoundTrip{"g.graph.zst", FileFormat::kMetis},
                                         RoundTrip{"g.el.xz", FileFormat::kEdgeList}),
                         [](const auto& param) {
                           std::string name = param.param.name;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST_F(Write, RealWeightsComeBackExactly) {
  EdgeList list = large_list(Directedness::kUndirected);
  CounterRng rng(5, 0);
  Array<double> weights(list.edges.size());
  for (double& weight : weights) weight = rng.uniform() * 1e-9;
  list.weights = std::move(weights);
  const AnyGraph graph = build_any_graph(std::move(list));
  const std::string path = folder_.file("g.wel");
  write_graph(graph, path, FileFormat::kEdgeList);
  test::expect_equal(
      graph, read_graph(path, ReadOptions{.directedness = Directedness::kUndirected}).graph);
}

TEST_F(Write, EmptyAndEdgelessGraphsComeBack) {
  for (const auto& [name, format] :
       {RoundTrip{"g.mtx", FileFormat::kMatrixMarket}, RoundTrip{"g.graph", FileFormat::kMetis},
        RoundTrip{"g.sg", FileFormat::kGapbs}, RoundTrip{"g.strider", FileFormat::kNative},
        RoundTrip{"g.gr", FileFormat::kDimacs}}) {
    EdgeList list;
    list.num_vertices = 3;
    const AnyGraph graph = build_any_graph(std::move(list));
    write_graph(graph, folder_.file(name), format);
    test::expect_equal_topology(topology(graph), topology(read_graph(folder_.file(name)).graph));
  }
}

TEST_F(Write, WhatBelongsBesideAFileIsThereBeforeIt) {
  const AnyGraph graph = build_any_graph(large_list(Directedness::kUndirected));
  const std::string path = folder_.file("g.mtx");
  bool was_there = true;
  write_graph(graph, path, FileFormat::kMatrixMarket, 1,
              [&] { was_there = std::filesystem::exists(path); });
  EXPECT_FALSE(was_there);
  EXPECT_TRUE(std::filesystem::remove(path));
  EXPECT_THROW(write_graph(graph, path, FileFormat::kMatrixMarket, 1,
                           [] { throw InputError("labels", 0, "cannot be written"); }),
               InputError);
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(Write, NoFileAppearsWhereTheDiskFails) {
  EdgeList list = large_list(Directedness::kUndirected);
  test::add_weights<float>(list);
  const AnyGraph graph = build_any_graph(std::move(list));
  const std::string path = folder_.file("g.graph500");
  for (const int good : {0, 1}) {
    const test::FailingDisk disk(good);
    bool came_to_names = false;
    EXPECT_THROW(write_graph(graph, path, FileFormat::kGraph500, 1, [&] { came_to_names = true; }),
                 InputError);
    EXPECT_FALSE(came_to_names);
    EXPECT_TRUE(std::filesystem::is_empty(folder_.file("")));
  }
  // Edges and weights: nothing that could fail is left for the time of their names.
  const test::FailingDisk disk(2);
  write_graph(graph, path, FileFormat::kGraph500);
  EXPECT_TRUE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace strider

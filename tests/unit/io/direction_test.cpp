// The same path of undirected edges in every format that can hold it, read as it is and as a
// directed graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "strider/io.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using test::TemporaryFolder;
using test::write_whole;

/// Files of the edges 0-1 and 1-2.
const std::vector<std::pair<std::string, std::string>> kTexts = {
    {"path.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n"},
    {"array.mtx", "%%MatrixMarket matrix array real symmetric\n3 3\n0\n1\n0\n0\n1\n0\n"},
    {"snap.txt", "# Undirected graph: path.txt\n0 1\n1 2\n"},
    {"konect.txt", "% sym unweighted\n0 1\n1 2\n"},
    {"wide.txt", "# Undirected graph: path.txt\n8000000000 8000000001\n8000000001 8000000002\n"},
    {"words.txt", "# Undirected graph: path.txt\na b\nb c\n"},
    {"quoted.csv", "# Undirected graph: path.txt\n\"a\",b\nb,\"c,d\"\n"},
    {"types.csv", "source,target,type\n0,1,Undirected\n1,2,Undirected\n"},
    {"path.cedge", "0 0 1 1\n1 1 2 1\n"},
    {"pace.gr", "p tw 3 2\n1 2\n2 3\n"},
    {"arcs.gr", "c Undirected graph\np sp 3 4\na 1 2 1\na 2 1 1\na 2 3 1\na 3 2 1\n"},
    {"path.graph", "3 2\n2\n1 3\n2\n"},
    {"path.gml",
     "graph [ node [ id 0 ] node [ id 1 ] node [ id 2 ] edge [ source 0 target 1 ] edge [ source 1 "
     "target 2 ] ]\n"},
    {"path.graphml",
     "<graphml><graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/><node id=\"c\"/>"
     "<edge source=\"a\" target=\"b\"/><edge source=\"b\" target=\"c\"/></graph></graphml>\n"},
    {"path.gexf",
     "<gexf><graph><nodes><node id=\"a\"/><node id=\"b\"/><node id=\"c\"/></nodes>"
     "<edges><edge source=\"a\" target=\"b\"/><edge source=\"b\" target=\"c\"/></edges>"
     "</graph></gexf>\n"},
    {"path.net", "*Vertices 3\n*Edges\n1 2\n2 3\n"},
    {"list.net", "*Vertices 3\n*Edgeslist\n2 1 3\n"},
    {"path.g6", "Bg\n"},
    {"path.s6", ":Bd\n"},
    {"path.lgl", "# a\nb\n# b\nc\n"},
};

/// The formats that say which, or hold, undirected edges and are written.
constexpr std::pair<const char*, FileFormat> kWritten[] = {
    {"written.mtx", FileFormat::kMatrixMarket}, {"written.csv", FileFormat::kEdgeList},
    {"written.gr", FileFormat::kDimacs},        {"written.graph", FileFormat::kMetis},
    {"written.sg", FileFormat::kGapbs},         {"written.graph500", FileFormat::kGraph500},
    {"written.strider", FileFormat::kNative}};

class Direction : public testing::Test {
 protected:
  void SetUp() override {
    for (const auto& [name, text] : kTexts) {
      write_whole(folder_.file(name), text);
      paths_.push_back(folder_.file(name));
    }
    EdgeList list;
    list.num_vertices = 3;
    list.directedness = Directedness::kUndirected;
    list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}, {1, 2}});
    const AnyGraph path = build_any_graph(std::move(list));
    for (const auto& [name, format] : kWritten) {
      write_graph(path, folder_.file(name), format);
      paths_.push_back(folder_.file(name));
    }
    write_whole(folder_.file("ldbc.v"), "0\n1\n2\n");
    write_whole(folder_.file("ldbc.properties"), "graph.ldbc.directed = false\n");
    write_whole(folder_.file("ldbc.e"), "0 1\n1 2\n");
    paths_.push_back(folder_.file("ldbc.e"));
  }

  TemporaryFolder folder_;
  std::vector<std::string> paths_;
};

std::vector<std::pair<Vertex, Vertex>> sorted_edges(const InputEdges& input) {
  std::vector<std::pair<Vertex, Vertex>> edges;
  for (const auto& [u, v] : input.list.edges) edges.emplace_back(u, v);
  std::sort(edges.begin(), edges.end());
  return edges;
}

TEST_F(Direction, AnUndirectedEdgeReadAsDirectedIsTwoArcs) {
  using Pairs = std::vector<std::pair<Vertex, Vertex>>;
  for (const std::string& path : paths_) {
    SCOPED_TRACE(path);
    const InputEdges undirected = read_edges(path);
    EXPECT_EQ(undirected.list.directedness, Directedness::kUndirected);
    EXPECT_EQ(undirected.list.edges.size(), 2U);
    const InputEdges directed = read_edges(path, {.directedness = Directedness::kDirected});
    EXPECT_EQ(directed.list.directedness, Directedness::kDirected);
    EXPECT_EQ(sorted_edges(directed), (Pairs{{0, 1}, {1, 0}, {1, 2}, {2, 1}}));
  }
}

TEST_F(Direction, BothArcsHaveTheWeightAndALoopIsOne) {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"w.txt", "# Undirected graph\n0 1 5\n1 1 6\n"},
      {"w.net", "*Vertices 2\n*Edges\n1 2 5\n2 2 6\n"},
      {"w.gml",
       "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 weight 5 ] "
       "edge [ source 1 target 1 weight 6 ] ]\n"},
      {"w.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 2 5\n2 2 6\n"}};
  for (const auto& [name, text] : texts) {
    SCOPED_TRACE(name);
    write_whole(folder_.file(name), text);
    const InputEdges input =
        read_edges(folder_.file(name), {.directedness = Directedness::kDirected});
    ASSERT_EQ(input.list.edges.size(), 3U);
    EXPECT_EQ(input.list.edges[1], (Edge{1, 0}));
    EXPECT_EQ(input.list.edges[2], (Edge{1, 1}));
    const auto& weights = std::get<Array<std::uint32_t>>(input.list.weights);
    EXPECT_EQ(std::vector(weights.begin(), weights.end()), (std::vector<std::uint32_t>{5, 5, 6}));
  }
}

TEST_F(Direction, RowsOfAFileThatSaysNothingAreArcs) {
  for (const char* const name : {"plain.txt", "ldbc_plain.e"}) {
    write_whole(folder_.file(name), "0 1\n1 2\n");
  }
  write_whole(folder_.file("ldbc_plain.v"), "0\n1\n2\n");
  for (const char* const name : {"plain.txt", "ldbc_plain.e"}) {
    const ReadOptions options{.directedness = Directedness::kDirected,
                              .plain_edge_list = Directedness::kUndirected};
    EXPECT_EQ(read_edges(folder_.file(name), options).list.edges.size(), 2U) << name;
  }
}

}  // namespace
}  // namespace strider

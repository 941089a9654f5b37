// Text formats, each rank its lines.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/compression/compress.hpp"
#include "slice_testing.hpp"
#include "support/compare_graphs.hpp"
#include "support/graphs.hpp"

namespace strider::detail {
namespace {

using namespace strider::slice_testing;

std::string random_rows(std::uint64_t n, std::size_t count, std::uint64_t first, bool weights,
                        const std::string& before = "", const std::string& separator = " ") {
  std::string text;
  CounterRng rng(n, count);
  for (std::size_t i = 0; i < count; ++i) {
    text += before + std::to_string(first + rng.below(n)) + separator +
            std::to_string(first + rng.below(n));
    if (weights) text += separator + std::to_string(rng.below(100));
    text += i % 7 == 3 ? "\r\n" : "\n";
  }
  return text;
}

TEST(ReadSlices, EdgeLists) {
  const SharedFolder folder;
  expect_same_all_ways(folder.write("from0.el", random_rows(50, 200, 0, false)));
  expect_same_all_ways(folder.write("from1.el", random_rows(20, 400, 1, false)));
  expect_same_all_ways(folder.write("weights.wel", random_rows(50, 200, 0, true)));
  expect_same_all_ways(folder.write("real.wel", random_rows(50, 99, 0, true) + "1 2 0.5\n"));
  expect_same_all_ways(folder.write("negative.wel", random_rows(50, 99, 0, true) + "1 2 -5\n"));
  expect_same_all_ways(folder.write("sparse.txt", random_rows(1ULL << 60U, 150, 7, false)));
  expect_same_all_ways(folder.write("gaps.txt", random_rows(5000, 40, 3000, false)));
  expect_same_all_ways(folder.write("gaps0.txt", "0 1\n2 9\n"));
  expect_same_all_ways(folder.write("gaps0far.txt", "0 1\n2 19\n"));
  expect_same_all_ways(folder.write("one.txt", "7 9"));
  expect_same_all_ways(folder.write("none.txt", ""));
  expect_same_all_ways(folder.write("comments.txt", "# nothing\n# here\n"));
  expect_same_all_ways(folder.write(
      "snap.txt", "# Undirected graph: x\n# FromNodeId ToNodeId\n1\t2\n2\t3\n#\n9\t1"));
  expect_same_all_ways(folder.write("titles.csv", "source,target,weight\n3,4,1.5\n4,5,2\n"));
  expect_same_all_ways(folder.write("columns.txt", "1 2 3 4 5\n2 3 4 5 6\n"));
  expect_same_all_ways(folder.write("counts.txt", "5 3\n0 1\n1 2\n0 4\n"));
  expect_same_all_ways(folder.write("counts1.txt", "3 3\n1 2\n2 3\n1 3\n"));
  expect_same_all_ways(folder.write("counted.wel", "9 2\n0 1 5\n1 2 6\n"));
  expect_same_all_ways(folder.write("counted_lines.txt", "4\n3\n1 2\n2 3\n4 1\n"));
  expect_same_all_ways(folder.write("bom.txt",
                                    "\xEF\xBB\xBF"
                                    "1 2\n2 3\n"));
  expect_same_error(folder.write("bad.txt", random_rows(50, 300, 0, false) + "1 x\n2 3\n"));
  expect_same_error(
      folder.write("negative.txt", "1 2\n" + random_rows(9, 60, 0, false) + "-1 2\n"));
  expect_same_error(folder.write("more.txt", "4\n9\n1 2\n2 3\n4 1\n"));
  expect_same_error(folder.write("beyond.txt", "4\n3\n1 2\n2 7\n4 1\n"));
  expect_same_error(
      folder.write("wide.txt", random_rows(50, 60, 0, false) + "1 99999999999999999999999\n"));
  expect_same_all_ways(folder.write("words.txt", "a b\nb c\nsome_word a\n"));
  expect_same_all_ways(folder.write("later_words.txt", "1 2\nb c\n"));
  expect_same_all_ways(folder.write("quotes.csv", "from,to,km\n\"a, b\",c,3\nc,\"d\n e\",4\n"));
  expect_same_error(folder.write("bad_words.wel", "a b 3\n" + random_rows(9, 60, 0, true) + "c\n"));
}

TEST(ReadSlices, MatrixMarket) {
  const SharedFolder folder;
  const std::string general = "%%MatrixMarket matrix coordinate integer general\n% c\n60 60 300\n";
  expect_same_all_ways(folder.write("general.mtx", general + random_rows(60, 300, 1, true)));
  expect_same_all_ways(folder.write(
      "pattern.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n60 60 100\n" +
                         random_rows(60, 100, 1, false)));
  expect_same_all_ways(folder.write(
      "symmetric.mtx", "%%MatrixMarket matrix coordinate real symmetric\n60 60 101\n" +
                           random_rows(60, 100, 1, true) + "% comment\n\n60 60 -1.25"));
  expect_same_all_ways(folder.write("skew.mtx",
                                    "%%MatrixMarket matrix coordinate real skew-symmetric\n"
                                    "3 3 2\n2 1 4\n3 2 5\n"));
  expect_same_all_ways(
      folder.write("empty.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 0\n"));
  expect_same_error(folder.write("few.mtx", general + random_rows(60, 290, 1, true)));
  expect_same_error(folder.write("many.mtx", general + random_rows(60, 301, 1, true)));
  expect_same_error(
      folder.write("range.mtx", general + random_rows(60, 299, 1, true) + "61 1 5\n"));
  expect_same_error(folder.write("cut.mtx", general + random_rows(60, 150, 1, true) + "6"));
  expect_same_error(folder.write("header.mtx", "%%MatrixMarket matrix coordinate what general\n"));
  expect_same_all_ways(folder.write("array.mtx",
                                    "%%MatrixMarket matrix array real general\n"
                                    "2 2\n0\n1\n1\n0\n"));
}

TEST(ReadSlices, Dimacs) {
  const SharedFolder folder;
  expect_same_all_ways(
      folder.write("roads.gr", "c roads\np sp 40 200\n" + random_rows(40, 100, 1, true, "a ") +
                                   "c more\n" + random_rows(30, 100, 1, true, "a ")));
  expect_same_all_ways(folder.write("pace.gr", "p tw 40 100\n" + random_rows(40, 100, 1, false)));
  expect_same_error(
      folder.write("short.gr", "p sp 40 101\n" + random_rows(40, 100, 1, true, "a ")));
  expect_same_error(
      folder.write("bad.gr", "p sp 40 101\n" + random_rows(40, 100, 1, true, "a ") + "b 1 2 3\n"));
}

/// The lists of a graph, with the weight of each entry where there are weights.
std::string metis_lists(const AnyGraph& graph) {
  const std::vector<double> weights = test::weights_of(graph);
  const Csr& csr = topology(graph).out();
  std::string text;
  for (Vertex v = 0; v < csr.num_vertices(); ++v) {
    for (EdgeIndex i = csr.offsets()[v]; i < csr.offsets()[v + 1ULL]; ++i) {
      text += std::to_string(csr.targets()[i] + 1) + " ";
      if (!weights.empty()) text += std::to_string(static_cast<int>(weights[i])) + " ";
    }
    text += v % 9 == 2 ? "\n% comment\n" : "\n";
  }
  return text;
}

TEST(ReadSlices, Metis) {
  const SharedFolder folder;
  const Graph graph = test::make_graph(90, test::random_edges(90, 300, 4));
  const std::string counts = "90 " + std::to_string(graph.num_edges());
  const std::string lists = metis_lists(graph);
  expect_same_all_ways(folder.write("plain.graph", "% c\n" + counts + "\n" + lists));
  EdgeList list = test::random_list(90, 300, Directedness::kUndirected);
  test::add_weights<std::uint32_t>(list);
  const AnyGraph weighted = build_any_graph(std::move(list));
  const std::string weighted_counts =
      "90 " + std::to_string(topology(weighted).num_edges()) + " 1\n";
  expect_same_all_ways(folder.write("weighted.graph", weighted_counts + metis_lists(weighted)));
  const Graph directed =
      test::make_graph(60, test::random_edges(60, 200, 4), Directedness::kDirected);
  expect_same_all_ways(folder.write("directed.graph", "60 " + std::to_string(directed.num_arcs()) +
                                                          "\n" + metis_lists(directed)));
  expect_same_all_ways(folder.write("sizes.graph", "3 2 100\n7 2\n7 1 3\n7 2\n"));
  expect_same_all_ways(folder.write("two_weights.graph", "2 1 1\n2 5\n1 6\n"));
  expect_same_error(folder.write("few_lines.graph", "90 2\n2\n1\n"));
  expect_same_error(folder.write("wrong_count.graph", "3 1\n2\n1 3\n2\n"));
  expect_same_error(folder.write("one_end.graph", "4 2\n2\n\n4\n3 2\n"));
  expect_same_error(
      folder.write("range.graph", counts + "\n" + lists.substr(0, lists.size() - 1) + " 91\n"));
  expect_same_error(folder.write("trailing.graph", counts + "\n" + lists + "7\n"));
}

TEST(ReadSlices, Graphalytics) {
  const SharedFolder folder;
  const auto write = [&](const std::string& name, const std::string& vertices,
                         const std::string& edges, const std::string& properties) {
    folder.write(name + ".v", vertices);
    if (!properties.empty()) folder.write(name + ".properties", properties);
    return folder.write(name + ".e", edges);
  };
  std::string dense;
  std::string sparse;
  for (int v = 0; v < 60; ++v) {
    dense += std::to_string(2 + (v * 7) % 60) + "\n";
    sparse += std::to_string(1000000007ULL * static_cast<unsigned>(v) % 4294967311ULL) + "\n";
  }
  const auto by_sparse = [&](int v) {
    return std::to_string(1000000007ULL * static_cast<unsigned>(v) % 4294967311ULL);
  };
  std::string sparse_edges;
  for (int i = 0; i < 150; ++i) {
    sparse_edges += by_sparse(i * 7 % 60) + " " + by_sparse(i * i % 50) + " 0.5\n";
  }
  expect_same_all_ways(write("dense", dense, random_rows(60, 200, 2, false), ""));
  expect_same_all_ways(write("sparse", sparse, sparse_edges, "graph.x.directed = false\n"));
  expect_same_all_ways(write("nothing", "", "", ""));
  expect_same_all_ways(write("isolated", "5\n7\n6\n", "", "graph.x.directed = true\n"));
  expect_same_error(write("twice", dense + "2\n", random_rows(60, 200, 2, false), ""));
  expect_same_error(write("unknown", dense, random_rows(60, 200, 2, false) + "1 3\n", ""));
  expect_same_error(write("unknown_target", dense, random_rows(60, 99, 2, false) + "3 62\n", ""));
  expect_same_error(write("word", dense, random_rows(60, 99, 2, false) + "3 x\n", ""));
  expect_same_error(write("word_vertex", dense + "x", random_rows(60, 99, 2, false), ""));
}

std::string packed(Compression compression, const std::string& text) {
  std::vector<char> bytes;
  compress(compression, text, bytes);
  return {bytes.begin(), bytes.end()};
}

/// Formats that rank 0 reads for all.
TEST(ReadSlices, Wholes) {
  const SharedFolder folder;
  expect_same_all_ways(
      folder.write("words.gml",
                   "graph [\n node [ id 5 label \"x y\" ]\n node [ id 2 label \"z\" ]\n"
                   " edge [ source 5 target 2 weight 2.5 ]\n]\n"));
  expect_same_all_ways(
      folder.write("words.graphml",
                   "<graphml><graph edgedefault=\"directed\"><node id=\"a\"/></graph></graphml>"));
  // Numbers that do not ascend.
  expect_same_all_ways(
      folder.write("numbers.gml",
                   "graph [\n node [ id 90 ]\n node [ id 7 ]\n node [ id 41 ]\n"
                   " edge [ source 7 target 90 ]\n edge [ source 41 target 7 ]\n]\n"));
  expect_same_all_ways(folder.write("square.txt", "0 1 0 2\n1 0 0 0\n0 0 0 3\n2 0 3 0\n"));
  expect_same_error(folder.write("broken.gml", "graph [\n node [ id 5 ]\n edge [ source 5 ]\n]\n"));
}

TEST(ReadSlices, Compressed) {
  const SharedFolder folder;
  const auto pack = [&](const std::string& name, const std::string& text) {
    return folder.write(name, packed(compression_of_name(name), text));
  };
  expect_same_all_ways(pack("sparse.wel.gz", random_rows(1ULL << 60U, 150, 7, true)));
  expect_same_all_ways(pack("few.el.xz", "7 9\n"));
  expect_same_all_ways(pack("none.el.zst", "# nothing\n"));
  expect_same_all_ways(pack("roads.gr.gz", "p sp 40 100\n" + random_rows(40, 100, 1, true, "a ")));
  expect_same_error(pack("bad.el.gz", random_rows(50, 300, 0, false) + "1 x\n2 3\n"));
  const std::string whole = packed(Compression::kGzip, random_rows(50, 300, 0, false));
  expect_same_error(folder.write("cut.el.gz", whole.substr(0, whole.size() / 2)));
  folder.write("names.v", packed(Compression::kGzip, "30\n10\n20\n"));
  expect_same_all_ways(folder.write("names.e", "10 20 1.5\n30 10 2\n"));
}

}  // namespace
}  // namespace strider::detail

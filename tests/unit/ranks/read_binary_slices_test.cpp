// Binary formats, each rank its part; and what is refused.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "slice_testing.hpp"
#include "support/compare_graphs.hpp"
#include "support/graphs.hpp"

namespace strider::detail {
namespace {

using namespace strider::slice_testing;

std::vector<AnyGraph> graphs_to_write(Directedness directedness, bool real) {
  std::vector<AnyGraph> graphs;
  const BuildOptions keep{.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep};
  for (const EdgeIndex edges : {0, 1, 500}) {
    graphs.emplace_back(build_graph(test::random_list(70, edges, directedness), keep));
    EdgeList list = test::random_list(70, edges, directedness);
    test::add_weights<std::uint32_t>(list);
    graphs.push_back(build_any_graph(std::move(list)));
    if (!real) continue;
    list = test::random_list(70, edges, directedness);
    test::add_weights<float>(list);
    graphs.push_back(build_any_graph(std::move(list)));
    list = test::random_list(70, edges, directedness);
    test::add_weights<double>(list);
    list.labels = Labels::dense(5);
    graphs.push_back(build_any_graph(std::move(list)));
  }
  // A hub whose row is far longer than a share of the arcs.
  std::vector<Edge> star;
  for (Vertex v = 0; v < 300; ++v) star.push_back({150, v});
  graphs.emplace_back(test::make_graph(300, star, directedness));
  return graphs;
}

TEST(ReadSlices, NativeContainers) {
  const SharedFolder folder;
  const std::string path = folder.file("graph.strider");
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    for (const AnyGraph& graph : graphs_to_write(directedness, true)) {
      folder.make([&] { write_native(graph, path); });
      expect_same_all_ways(path);
      test_world().barrier();
    }
  }
  EdgeList list = test::random_list(50, 200, Directedness::kUndirected);
  Array<std::uint64_t> numbers(50);
  for (std::size_t i = 0; i < 50; ++i) numbers[i] = 1000 - 7 * i;
  list.labels = Labels::sparse(std::move(numbers));
  const Graph sparse = build_graph(std::move(list));
  folder.make([&] { write_native(sparse, path); });
  expect_same_all_ways(path);
  test_world().barrier();
  list = test::random_list(3, 9, Directedness::kUndirected);
  list.labels = Labels::text({"anna", "bert", "carl"});
  const Graph text = build_graph(std::move(list));
  folder.make([&] { write_native(text, path); });
  expect_same_all_ways(path);
}

TEST(ReadSlices, GapbsGraphs) {
  const SharedFolder folder;
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    for (const AnyGraph& graph : graphs_to_write(directedness, false)) {
      const std::string path = folder.file(graph.index() == 0 ? "graph.sg" : "graph.wsg");
      folder.make([&] { write_graph(graph, path, FileFormat::kGapbs); });
      expect_same_all_ways(path);
      test_world().barrier();
    }
  }
}

TEST(ReadSlices, Graph500Tuples) {
  const SharedFolder folder;
  const std::string path = folder.file("tuples.bin");
  const EdgeList list = generate(KroneckerParameters{.scale = 6});
  std::string bytes;
  for (const Edge& edge : list.edges) {
    const GlobalEdge wide{edge.source, edge.target};
    bytes.append(reinterpret_cast<const char*>(&wide), sizeof wide);
  }
  folder.write("tuples.bin", bytes);
  expect_same_all_ways(path);
  std::string weights;
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    const float weight = static_cast<float>(i) / 8;
    weights.append(reinterpret_cast<const char*>(&weight), sizeof weight);
  }
  folder.write("tuples.bin.weights", weights);
  expect_same_all_ways(path);
  folder.write("tuples.bin.weights", weights.substr(0, 40));
  expect_same_error(path);
  folder.make([&] { std::filesystem::remove(path + ".weights"); });
  folder.write("tuples.bin", bytes.substr(0, bytes.size() - 5));
  expect_same_error(path);
  // A negative vertex in one rank's part.
  bytes[bytes.size() - 1] = static_cast<char>(0x80);
  folder.write("tuples.bin", bytes);
  EXPECT_THROW((void)read_slices(test_world(), path), InputError);
  folder.write("tuples.bin", "");
  expect_same_all_ways(path);
}

TEST(ReadSlices, RefusesCorruptAdjacencyTogether) {
  const SharedFolder folder;
  const std::string path = folder.file("graph.sg");
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const Graph graph = test::make_graph(90, test::random_edges(90, 400, 7), directedness);
    folder.make([&] { write_graph(AnyGraph(graph), path, FileFormat::kGapbs); });
    const std::string bytes = test::read_whole(path);
    folder.write("graph.sg", bytes.substr(0, bytes.size() / 2));
    expect_same_error(path);
    // One byte of any place in turn: offsets, targets, the transpose.
    for (std::size_t at = 17; at < bytes.size(); at += bytes.size() / 23) {
      std::string bad = bytes;
      bad[at] = static_cast<char>(bad[at] ^ 1);
      folder.write("graph.sg", bad);
      EXPECT_THROW((void)read_edges(path), InputError) << at;
      EXPECT_THROW((void)read_slices(test_world(), path), InputError) << at;
    }
  }
  const std::string native = folder.file("graph.strider");
  const Graph graph = test::make_graph(90, test::random_edges(90, 400, 7));
  folder.make([&] { write_native(AnyGraph(graph), native); });
  const std::string bytes = test::read_whole(native);
  folder.write("graph.strider", bytes.substr(0, bytes.size() - 100));
  expect_same_error(native);
  std::string bad = bytes;
  bad[bytes.size() - 300] = static_cast<char>(bad[bytes.size() - 300] ^ 1);
  folder.write("graph.strider", bad);
  EXPECT_THROW((void)read_slices(test_world(), native), InputError);
}

TEST(ReadSlices, MissingFile) {
  const SharedFolder folder;
  expect_same_error(folder.file("missing.el"));
}

}  // namespace
}  // namespace strider::detail

// Distances that networkx, scipy and igraph have computed.
#include "strider/sssp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "strider/io.hpp"
#include "support/real_graphs.hpp"

namespace strider {
namespace {

const std::string kFolder = std::string(STRIDER_TEST_DATA) + "/sssp/";
const std::string kGraphs = std::string(STRIDER_TEST_DATA) + "/graphs/";

AnyGraph read(const std::string& path, const std::string& directedness) {
  ReadOptions reading;
  reading.directedness =
      directedness == "directed" ? Directedness::kDirected : Directedness::kUndirected;
  return read_graph(path, reading).graph;
}

/// 1 + (u + v) mod 7 of the labels of the ends.
WeightedGraph<std::uint32_t> with_weights_by_label(const Graph& graph) {
  Array<std::uint32_t> weights(graph.num_arcs());
  std::size_t arc = 0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.out().neighbors(u)) {
      const std::uint64_t sum = graph.labels().number(u) + graph.labels().number(v);
      weights[arc++] = static_cast<std::uint32_t>(1 + sum % 7);
    }
  }
  return {graph, std::move(weights)};
}

/// body(graph) with the weights that `kind` names.
template <class F>
void with_weights(const AnyGraph& any, const std::string& kind, F&& body) {
  std::visit(
      [&](const auto& graph) {
        if constexpr (std::is_same_v<std::decay_t<decltype(graph)>, Graph>) {
          ASSERT_EQ(kind, "mod7");
          body(with_weights_by_label(graph));
        } else if (kind == "mod7") {
          body(with_weights_by_label(graph.topology()));
        } else {
          body(graph);
        }
      },
      any);
}

class NetworkxDistances : public testing::TestWithParam<const char*> {};

TEST_P(NetworkxDistances, AreTheSame) {
  std::ifstream file(kFolder + GetParam() + ".tsv");
  std::string directedness;
  std::string source;
  std::string vertex;
  std::string distance;
  int compared = 0;
  std::string open_as;
  AnyGraph any;
  while (file >> directedness >> source >> vertex >> distance) {
    if (directedness != open_as) any = read(kGraphs + GetParam() + ".el", directedness);
    open_as = directedness;
    const auto& graph = std::get<WeightedGraph<std::uint32_t>>(any);
    const Labels& labels = graph.topology().labels();
    const Vertex n = graph.topology().num_vertices();
    const auto from = labels.find(source, n);
    const auto to = labels.find(vertex, n);
    ASSERT_TRUE(from && to);
    for (const SsspMethod method : all_sssp_methods()) {
      const auto result = sssp(graph, *from, {.method = method, .threads = 2});
      const std::uint64_t expected =
          distance == "inf" ? kInfiniteDistance<std::uint32_t> : std::stoull(distance);
      ASSERT_EQ(result.distances()[*to], expected)
          << directedness << ", " << source << " to " << vertex << ", " << sssp_method_name(method);
    }
    ++compared;
  }
  EXPECT_GE(compared, 40);
}

INSTANTIATE_TEST_SUITE_P(Graphs, NetworkxDistances,
                         testing::Values("karate", "kite", "florentine", "davis", "lesmis"),
                         [](const auto& info) { return std::string(info.param); });

/// A line of data.tsv.
struct Expected {
  std::string name, directedness, kind;
  Vertex vertices = 0;
  EdgeIndex edges = 0;
  std::string source;
  Vertex reached = 0;
  double sum = 0;
  double largest = 0;
};

template <class W>
void compare(const WeightedGraph<W>& graph, const Expected& expected, Preparing preparing) {
  const Graph& topology = graph.topology();
  const auto source = topology.labels().find(expected.source, topology.num_vertices());
  ASSERT_TRUE(source.has_value());
  EXPECT_EQ(topology.num_edges(), expected.edges);
  const SsspResult<W> result = sssp(graph, *source, {.preparing = preparing});
  double sum = 0;
  double largest = 0;
  for (const SsspDistance<W> distance : result.distances()) {
    if (distance == kInfiniteDistance<W>) continue;
    sum += static_cast<double>(distance);
    largest = std::max(largest, static_cast<double>(distance));
  }
  EXPECT_EQ(result.num_reached(), expected.reached);
  EXPECT_NEAR(sum, expected.sum, 1e-12 * expected.sum);
  EXPECT_NEAR(largest, expected.largest, 1e-14 * expected.largest);
}

// Skips where STRIDER_DATA_DIR is not set.
TEST(ScipyAndIgraphDistances, AreTheSameInRealGraphs) {
  const auto folder = test::data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  std::ifstream file(kFolder + "data.tsv");
  std::string line;
  int compared = 0;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Expected of;
    cells >> of.name >> of.directedness >> of.kind >> of.vertices >> of.edges >> of.source >>
        of.reached >> of.sum >> of.largest;
    const std::string path = folder->string() + "/" + of.name;
    if (!std::filesystem::exists(path)) continue;
    SCOPED_TRACE(of.name + " from " + of.source);
    const AnyGraph any = read(path, of.directedness);
    for (const Preparing preparing : {Preparing::kNever, Preparing::kAtOnce}) {
      with_weights(any, of.kind, [&](const auto& graph) { compare(graph, of, preparing); });
    }
    ++compared;
  }
  EXPECT_GE(compared, 40);
  std::cout << compared << " results compared\n";
}

}  // namespace
}  // namespace strider

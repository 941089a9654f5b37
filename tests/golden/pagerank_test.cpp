// PageRank and local clustering that networkx and igraph have computed.
#include "strider/pagerank.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <numeric>
#include <sstream>
#include <string>
#include <variant>

#include "strider/io.hpp"
#include "strider/local_clustering.hpp"
#include "support/real_graphs.hpp"

namespace strider {
namespace {

const std::string kFolder = std::string(STRIDER_TEST_DATA) + "/pagerank/";
const std::string kGraphs = std::string(STRIDER_TEST_DATA) + "/graphs/";

AnyGraph read(const std::string& path, const std::string& directedness) {
  ReadOptions reading;
  reading.directedness =
      directedness == "directed" ? Directedness::kDirected : Directedness::kUndirected;
  return read_graph(path, reading).graph;
}

class NetworkxScores : public testing::TestWithParam<const char*> {};

TEST_P(NetworkxScores, AreTheSame) {
  for (const std::string directedness : {"undirected", "directed"}) {
    SCOPED_TRACE(directedness);
    const AnyGraph any = read(kGraphs + GetParam() + ".el", directedness);
    const Graph& graph = topology(any);
    const auto label = [&](Vertex v) { return std::stoul(graph.labels().label(v)); };
    PageRankOptions personal{.damping = 0.6, .tolerance = 1e-14};
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      const auto number = static_cast<double>(label(v) % 3);
      personal.personalization.push_back(label(v) % 5 == 0 ? 0 : 1 + number);
    }
    const PageRankOptions exact{.tolerance = 1e-14};
    const auto plain = pagerank(graph, exact);
    const auto jumping = pagerank(graph, personal);
    const auto weighted = std::visit([&](const auto& of) { return pagerank(of, exact); }, any);
    const auto as_networkx = pagerank(
        graph, {.tolerance = 1e-6, .max_iterations = 100, .method = PageRankMethod::kPower});
    const auto clustering = local_clustering(graph);
    std::ifstream file(kFolder + GetParam() + ".tsv");
    std::string way;
    std::string vertex;
    double scores[4];
    std::uint64_t triangles = 0;
    double coefficient = 0;
    int compared = 0;
    while (file >> way >> vertex >> scores[0] >> scores[1] >> scores[2] >> scores[3] >> triangles >>
           coefficient) {
      if (way != directedness) continue;
      const auto v = graph.labels().find(vertex, graph.num_vertices());
      ASSERT_TRUE(v);
      EXPECT_NEAR(plain.scores[*v], scores[0], 1e-12);
      EXPECT_NEAR(jumping.scores[*v], scores[1], 1e-12);
      EXPECT_NEAR(weighted.scores[*v], scores[2], 1e-12);
      EXPECT_NEAR(as_networkx.scores[*v], scores[3], 1e-14);
      ++compared;
      if (graph.is_directed()) continue;
      EXPECT_EQ(clustering.links[*v], triangles);
      EXPECT_NEAR(clustering.coefficients[*v], coefficient, 1e-14);
    }
    EXPECT_GE(compared, 10);
  }
}

INSTANTIATE_TEST_SUITE_P(Graphs, NetworkxScores,
                         testing::Values("karate", "kite", "florentine", "davis", "lesmis"),
                         [](const auto& info) { return std::string(info.param); });

// Skips where STRIDER_DATA_DIR is not set.
TEST(IgraphScores, AreTheSameInRealGraphs) {
  const auto folder = test::data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  std::ifstream file(kFolder + "data.tsv");
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    std::string name;
    std::string directedness;
    Vertex vertices = 0;
    EdgeIndex edges = 0;
    double squares = 0;
    std::string best;
    double highest = 0;
    cells >> name >> directedness >> vertices >> edges >> squares >> best >> highest;
    const std::string path = folder->string() + "/" + name;
    if (!std::filesystem::exists(path)) continue;
    SCOPED_TRACE(name);
    const AnyGraph any = read(path, directedness);
    const Graph& graph = topology(any);
    ASSERT_EQ(graph.num_vertices(), vertices);
    ASSERT_EQ(graph.num_edges(), edges);
    const PageRankResult found = pagerank(graph, {.tolerance = 1e-16});
    const std::span<const double> scores = found.scores.span();
    const double sum = std::inner_product(scores.begin(), scores.end(), scores.begin(), 0.0);
    EXPECT_NEAR(sum, squares, 1e-9 * squares);
    const auto top = std::ranges::max_element(scores);
    EXPECT_NEAR(*top, highest, 1e-9 * highest);
    EXPECT_EQ(graph.labels().label(static_cast<Vertex>(top - scores.begin())), best);
    ++compared;
    std::uint64_t triangles = 0;
    double coefficients = 0;
    if (!(cells >> triangles >> coefficients)) continue;
    const LocalClusteringResult clustering = local_clustering(graph);
    EXPECT_EQ(std::accumulate(clustering.links.begin(), clustering.links.end(), std::uint64_t{0}),
              3 * triangles);
    EXPECT_NEAR(
        std::accumulate(clustering.coefficients.begin(), clustering.coefficients.end(), 0.0),
        coefficients, 1e-9 * coefficients);
  }
  EXPECT_GE(compared, 20);
  std::cout << "compared " << compared << " graphs\n";
}

}  // namespace
}  // namespace strider

// Scores that networkx and igraph have computed.
#include "strider/betweenness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <sstream>

#include "strider/io.hpp"
#include "support/real_graphs.hpp"

namespace strider {
namespace {

const std::string kFolder = std::string(STRIDER_TEST_DATA) + "/bc/";
const std::string kGraphs = std::string(STRIDER_TEST_DATA) + "/graphs/";

/// What was asked for: the scores by vertex or edge.
using Golden = std::map<std::string, std::map<std::pair<std::string, std::string>, double>>;

Golden read_golden(const std::string& name) {
  Golden golden;
  std::ifstream file(kFolder + name + ".tsv");
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::string kind;
    std::string a;
    std::string b;
    std::string score;
    std::getline(cells, kind, '\t');
    std::getline(cells, a, '\t');
    std::getline(cells, b, '\t');
    std::getline(cells, score, '\t');
    golden[kind][{a, b}] = std::stod(score);
  }
  return golden;
}

LoadedGraph read(const std::string& path, Directedness directedness) {
  ReadOptions reading;
  reading.directedness = directedness;
  return read_graph(path, reading);
}

/// The vertices whose labels `rows` name.
std::vector<Vertex> vertices_of(const Graph& graph, const Golden::mapped_type& rows) {
  std::vector<Vertex> vertices;
  for (const auto& [name, one] : rows) {
    vertices.push_back(graph.labels().find(name.first, graph.num_vertices()).value());
  }
  return vertices;
}

BetweennessResult run(const AnyGraph& graph, const std::string& kind, BetweennessOptions options) {
  if (kind.ends_with("edges")) options.of = BetweennessOf::kEdges;
  if (kind.ends_with("normalized") || kind == "endpoints")
    options.scale = BetweennessScale::kNormalized;
  if (kind == "endpoints") options.endpoints = BetweennessEndpoints::kIncluded;
  if (!kind.starts_with("weighted")) return betweenness(topology(graph), options);
  return std::visit([&](const auto& typed) { return betweenness(typed, options); }, graph);
}

class NetworkxScores : public testing::TestWithParam<const char*> {};

TEST_P(NetworkxScores, AreTheSame) {
  const Golden golden = read_golden(GetParam());
  ASSERT_EQ(golden.size(), 28U);
  for (const auto& [asked, expected] : golden) {
    const std::size_t space = asked.find(' ');
    const std::string way = asked.substr(0, space);
    const std::string kind = asked.substr(space + 1);
    if (kind == "sources" || kind == "targets") continue;
    const LoadedGraph loaded =
        read(kGraphs + GetParam() + ".el",
             way == "directed" ? Directedness::kDirected : Directedness::kUndirected);
    BetweennessOptions options;
    if (kind.find("subset") != std::string::npos) {
      options.sources = vertices_of(topology(loaded.graph), golden.at(way + " sources"));
      options.targets = vertices_of(topology(loaded.graph), golden.at(way + " targets"));
    }
    const Labels& labels = topology(loaded.graph).labels();
    for (const BetweennessMethod method : {BetweennessMethod::kAuto, BetweennessMethod::kSerial}) {
      options.method = method;
      const BetweennessResult result = run(loaded.graph, kind, options);
      ASSERT_EQ(result.scores.size(), expected.size()) << asked;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        std::pair<std::string, std::string> name{labels.label(static_cast<Vertex>(i)), "-"};
        if (!result.edges.empty()) {
          name = {labels.label(result.edges[i].source), labels.label(result.edges[i].target)};
          if (expected.count(name) == 0) std::swap(name.first, name.second);
        }
        ASSERT_EQ(expected.count(name), 1U) << asked << " " << name.first << " " << name.second;
        const double score = expected.at(name);
        EXPECT_NEAR(result.scores[i], score, 1e-12 * std::max(1.0, score))
            << asked << " " << name.first << " " << name.second;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Graphs, NetworkxScores,
                         testing::Values("karate", "kite", "florentine", "davis", "lesmis"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Published, KaratesHighestBetweenness) {
  const LoadedGraph karate = read(kGraphs + "karate.el", Directedness::kUndirected);
  const BetweennessResult result = betweenness(topology(karate.graph));
  EXPECT_NEAR(*std::max_element(result.scores.begin(), result.scores.end()), 231.0714, 5e-5);
}

// Skips where STRIDER_DATA_DIR is not set.
TEST(IgraphScores, AreTheSameOfRealGraphs) {
  const auto folder = test::data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  std::ifstream file(kFolder + "data.tsv");
  std::string line;
  int compared = 0;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::string name;
    std::string directed;
    std::string kind;
    Vertex vertices = 0;
    EdgeIndex edges = 0;
    double sum = 0;
    cells >> name >> directed >> kind >> vertices >> edges >> sum;
    const std::string path = folder->string() + "/" + name;
    if (!std::filesystem::exists(path)) continue;
    SCOPED_TRACE(name + " " + kind);
    const LoadedGraph loaded =
        read(path, directed == "directed" ? Directedness::kDirected : Directedness::kUndirected);
    const Graph& graph = topology(loaded.graph);
    EXPECT_EQ(graph.num_edges(), edges);
    const BetweennessResult result = run(loaded.graph, kind, {});
    EXPECT_NEAR(std::accumulate(result.scores.begin(), result.scores.end(), 0.0), sum, 1e-8 * sum);
    std::string label;
    double score = 0;
    while (cells >> label >> score) {
      const auto vertex = graph.labels().find(label, graph.num_vertices());
      ASSERT_TRUE(vertex.has_value()) << label;
      EXPECT_NEAR(result.scores[*vertex], score, 1e-9 * score) << label;
    }
    ++compared;
  }
  EXPECT_GE(compared, 20);
  std::cout << compared << " results compared\n";
}

}  // namespace
}  // namespace strider

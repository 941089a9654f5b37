// The six kernels of LDBC Graphalytics on its own validation graphs.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>
#include <string>

#include "strider/strider.hpp"

namespace strider {
namespace {

const std::string kFolder = std::string(STRIDER_TEST_DATA) + "/graphalytics/";

struct Kernel {
  std::string name;   ///< as in the names of results
  std::string graph;  ///< "example" or that of its own test
};
void PrintTo(const Kernel& kernel, std::ostream* out) {
  *out << kernel.graph << " " << kernel.name;
}

/// The last words of the lines of a .properties file, by their first without "graph.NAME.".
std::map<std::string, std::string> read_properties(const std::string& name) {
  std::map<std::string, std::string> properties;
  std::ifstream file(kFolder + name + ".properties");
  std::string key;
  std::string equals;
  std::string value;
  for (std::string line; std::getline(file, line);) {
    std::istringstream(line) >> key >> equals >> value;
    properties[key.substr(std::string("graph.").size() + name.size() + 1)] = value;
  }
  EXPECT_FALSE(properties.empty()) << name;
  return properties;
}

class Graphalytics : public testing::TestWithParam<std::tuple<Kernel, std::string>> {
 protected:
  Graphalytics()
      : kernel_(std::get<0>(GetParam())),
        name_(kernel_.graph + "-" + std::get<1>(GetParam())),
        properties_(read_properties(name_)) {
    ReadOptions reading;
    reading.directedness =
        properties_.at("directed") == "true" ? Directedness::kDirected : Directedness::kUndirected;
    any_ = read_graph(kFolder + name_ + ".e", reading).graph;
  }

  [[nodiscard]] const Graph& graph() const { return topology(any_); }
  [[nodiscard]] Vertex source(const std::string& kernel) const {
    return *graph().labels().find(properties_.at(kernel + ".source-vertex"),
                                  graph().num_vertices());
  }
  [[nodiscard]] std::uint32_t number(const std::string& key) const {
    return static_cast<std::uint32_t>(std::stoul(properties_.at(key)));
  }
  [[nodiscard]] std::string label(Vertex v) const { return graph().labels().label(v); }
  /// agrees(v, expected) for each vertex of the reference.
  template <class Agrees>
  void expect(const Agrees& agrees) const {
    std::ifstream file(kFolder + name_ + "-" + kernel_.name);
    Vertex rows = 0;
    for (std::string vertex, value; file >> vertex >> value; ++rows) {
      EXPECT_TRUE(agrees(*graph().labels().find(vertex, graph().num_vertices()), value))
          << vertex << " " << value;
    }
    EXPECT_EQ(rows, graph().num_vertices());
  }
  /// The rule of the benchmark for real numbers.
  static bool near(double found, const std::string& expected) {
    if (expected == "Infinity") return std::isinf(found);
    return std::abs(found - std::stod(expected)) <= 1e-4 * std::stod(expected);
  }

  Kernel kernel_;
  std::string name_;
  std::map<std::string, std::string> properties_;
  AnyGraph any_;
};

TEST_P(Graphalytics, AgreesWithTheReference) {
  if (kernel_.name == "BFS") {
    BfsSolver solver(graph());
    const BfsResult found = solver.run(source("bfs"));
    expect([&](Vertex v, const std::string& expected) {
      const std::string unreached = "9223372036854775807";
      return found.levels()[v] == kUnreached ? expected == unreached
                                             : expected == std::to_string(found.levels()[v]);
    });
  } else if (kernel_.name == "CDLP") {
    const auto found =
        label_propagation(graph(), {.iterations = number("cdlp.max-iterations"), .threads = 2});
    expect(
        [&](Vertex v, const std::string& expected) { return label(found.labels[v]) == expected; });
  } else if (kernel_.name == "LCC") {
    const auto found = local_clustering(graph(), {.threads = 2});
    expect([&](Vertex v, const std::string& expected) {
      return near(found.coefficients[v], expected);
    });
  } else if (kernel_.name == "PR") {
    const auto found = pagerank(graph(), {.damping = std::stod(properties_.at("pr.damping-factor")),
                                          .iterations = number("pr.num-iterations"),
                                          .threads = 2});
    expect([&](Vertex v, const std::string& expected) { return near(found.scores[v], expected); });
  } else if (kernel_.name == "SSSP") {
    const auto& weighted = std::get<WeightedGraph<double>>(any_);
    SsspSolver<double> solver(weighted);
    const auto found = solver.run(source("sssp"));
    expect([&](Vertex v, const std::string& expected) {
      return near(found.distances()[v], expected);
    });
  } else {
    const ComponentsResult found = components(graph());
    std::map<std::string, Vertex> labels;
    expect([&](Vertex v, const std::string& expected) {
      return labels.emplace(expected, found.labels()[v]).first->second == found.labels()[v];
    });
    EXPECT_EQ(labels.size(), found.num_components());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, Graphalytics,
    testing::Combine(testing::Values(Kernel{"BFS", "example"}, Kernel{"CDLP", "example"},
                                     Kernel{"LCC", "example"}, Kernel{"PR", "example"},
                                     Kernel{"SSSP", "example"}, Kernel{"WCC", "example"},
                                     Kernel{"BFS", "test-bfs"}, Kernel{"CDLP", "test-cdlp"},
                                     Kernel{"LCC", "test-lcc"}, Kernel{"PR", "test-pr"},
                                     Kernel{"SSSP", "test-sssp"}, Kernel{"WCC", "test-wcc"}),
                     testing::Values(std::string("directed"), std::string("undirected"))));

}  // namespace
}  // namespace strider

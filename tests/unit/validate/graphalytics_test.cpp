// The checks of label propagation and of local clustering refuse every other label and coefficient.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "algorithms/label_propagation/reference/serial.hpp"
#include "algorithms/local_clustering/reference/serial.hpp"
#include "strider/error.hpp"
#include "strider/label_propagation.hpp"
#include "strider/local_clustering.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

std::vector<Graph> some_graphs() {
  return {Graph(),
          make_graph(60, {}),
          make_graph(300, random_edges(300, 1500, 1)),
          make_graph(300, random_edges(300, 1500, 2), Directedness::kDirected),
          make_graph(100, random_edges(100, 1500, 3), Directedness::kUndirected, kKeepAll),
          make_graph(100, random_edges(100, 1500, 4), Directedness::kDirected, kKeepAll)};
}

TEST(ValidateLabelPropagation, AcceptsTheOracleAndNothingElse) {
  for (const Graph& graph : some_graphs()) {
    for (const std::uint32_t iterations : {0U, 1U, 5U}) {
      std::vector<Vertex> labels = detail::serial_label_propagation(graph, iterations);
      for (const int threads : {1, 3}) {
        const auto found = validate_label_propagation(
            graph, labels, {.iterations = iterations, .threads = threads});
        EXPECT_TRUE(found.passed());
      }
      if (labels.empty()) continue;
      labels[9] = kNoVertex;
      labels[11] ^= 1U;
      const auto found = validate_label_propagation(graph, labels, {.iterations = iterations});
      ASSERT_FALSE(found.passed());
      EXPECT_EQ(found.violations.front().vertex, 9U);
      EXPECT_EQ(found.num_wrong, 2U);
    }
  }
  EXPECT_THROW((void)validate_label_propagation(Graph(), std::vector<Vertex>(1)), UsageError);
}

TEST(ValidateLocalClustering, AcceptsTheOracleAndNothingElse) {
  for (const Graph& graph : some_graphs()) {
    std::vector<double> coefficients = detail::serial_local_clustering(graph).coefficients;
    for (const int threads : {1, 3}) {
      EXPECT_TRUE(validate_local_clustering(graph, coefficients, {threads}).passed());
    }
    if (coefficients.empty()) continue;
    coefficients[9] = std::nan("");
    coefficients[11] += 1e-6;
    const auto found = validate_local_clustering(graph, coefficients);
    ASSERT_FALSE(found.passed());
    EXPECT_EQ(found.violations.front().vertex, 9U);
    EXPECT_EQ(found.num_wrong, 2U);
  }
  EXPECT_THROW((void)validate_local_clustering(Graph(), std::vector<double>(1)), UsageError);
}

}  // namespace
}  // namespace strider::test

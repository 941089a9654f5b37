// What every place must find of PageRank: the scores of the oracle.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "algorithms/pagerank/reference/serial.hpp"
#include "strider/pagerank.hpp"
#include "support/graphs.hpp"

namespace strider::test {

/// On ranks, every rank has the scores of all vertices.
struct FoundPageRank {
  std::vector<double> scores;
  std::uint32_t iterations = 0;
  bool converged = false;
};
using FindPageRank = std::function<FoundPageRank(const Graph&, const PageRankOptions&)>;
using FindWeightedPageRank =
    std::function<FoundPageRank(const WeightedGraph<double>&, const PageRankOptions&)>;

struct PageRankTestPlace {
  std::string name = {};
  FindPageRank find = nullptr;
  FindWeightedPageRank find_weighted = nullptr;  ///< null: weights are not for this place
  bool takes_loops = true;                       ///< and parallel edges
  /// Of search_graphs(), one in so many, from `first` on.
  std::size_t step = 1;
  std::size_t first = 0;
  Vertex random = 700;  ///< vertices of random graphs
  Vertex path = 3000;
};
inline void PrintTo(const PageRankTestPlace& place, std::ostream* out) {
  *out << place.name;
}
/// Of the program that is linked: pagerank.cpp asks all of them.
[[nodiscard]] std::vector<PageRankTestPlace> pagerank_places();

/// Scores may differ by what the order of sums does to the last digits of a double.
inline void expect_scores(const std::vector<double>& found, const std::vector<double>& expected,
                          double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v) {
    ASSERT_NEAR(found[v], expected[v], tolerance) << "vertex " << v;
  }
}

inline std::vector<double> expected_scores(const Graph& graph, const PageRankOptions& options) {
  return detail::serial_pagerank(
      graph, [](EdgeIndex) { return 1.0; }, options);
}

/// What a machine or its device found.
inline FoundPageRank to_found(const PageRankResult& result) {
  return {{result.scores.begin(), result.scores.end()}, result.iterations, result.converged};
}

}  // namespace strider::test

// What every place must find of closeness: the scores of the oracle.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "algorithms/closeness/reference/serial.hpp"
#include "strider/closeness.hpp"
#include "support/graphs.hpp"

namespace strider::test {

/// Scores by vertex; on ranks, every rank has all of them.
using FindCloseness =
    std::function<std::vector<double>(const Graph& graph, const ClosenessOptions& options)>;

/// A place where closeness is found, and how much it is asked there.
struct ClosenessPlace {
  std::string name = {};
  FindCloseness find = nullptr;
  /// Of search_graphs(), those numbered first, first + step and so on.
  std::size_t first = 0;
  std::size_t step = 1;
  /// Of these numbers of vertices, random graphs of several densities.
  std::vector<Vertex> random = {};
  /// By so many sources, one graph of 600 vertices.
  std::vector<std::uint64_t> samples = {2, 40, 128, 300, 599};
};
/// What a listing of tests shows of a place.
inline void PrintTo(const ClosenessPlace& place, std::ostream* out) {
  *out << place.name;
}
/// Of the program that is linked: closeness.cpp asks all of them.
[[nodiscard]] std::vector<ClosenessPlace> closeness_places();

/// Fails the running test where the exact scores differ from those of the oracle: those of
/// closeness at all, harmonic ones by more than the rounding of their terms.
inline void expect_closeness(const Graph& graph, const FindCloseness& find) {
  for (const ClosenessScale scale : {ClosenessScale::kGraph, ClosenessScale::kReachable}) {
    ASSERT_EQ(find(graph, {.scale = scale}),
              detail::serial_closeness(graph, Centrality::kCloseness, scale));
  }
  const std::vector<double> expected = detail::serial_closeness(graph, Centrality::kHarmonic);
  const std::vector<double> found = find(graph, {.centrality = Centrality::kHarmonic});
  ASSERT_EQ(found.size(), expected.size());
  constexpr double kRounding = 1e-12;
  for (std::size_t v = 0; v < found.size(); ++v) {
    ASSERT_NEAR(found[v], expected[v], kRounding * expected[v]) << "vertex " << v;
  }
}

}  // namespace strider::test

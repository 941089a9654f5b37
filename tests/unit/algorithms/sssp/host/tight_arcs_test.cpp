// Vectors must find what a look at arc after arc finds, whatever the instruction set.
#include "algorithms/sssp/host/tight_arcs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "strider/sssp.hpp"
#include "support/graphs.hpp"
#include "support/instruction_sets.hpp"
#include "support/weights.hpp"

namespace strider::detail {
namespace {

class TightArcsFound : public test::OnInstructionSet {};

template <class D>
struct Expected {
  Vertex first = kNoVertex;
  std::size_t equals = 0;  ///< tight arcs as light as the first
};

/// Of row v, by the rule of find(), arc by arc.
template <class W, class D>
Expected<D> look_at(const WeightedGraph<W>& graph, const Array<D>& distances, Vertex v) {
  constexpr D kUnreached = std::numeric_limits<D>::has_infinity ? std::numeric_limits<D>::infinity()
                                                                : std::numeric_limits<D>::max();
  Expected<D> expected;
  W lightest = 0;
  const auto row = graph.topology().out().neighbors(v);
  const auto weights = graph.weights(v);
  if (distances[v] == kUnreached) return expected;
  for (std::size_t e = 0; e < row.size(); ++e) {
    const D nearer = distances[row[e]];
    if (!(nearer < distances[v]) || static_cast<D>(nearer + weights[e]) != distances[v]) continue;
    if (expected.equals > 0 && weights[e] > lightest) continue;
    if (expected.equals == 0 || weights[e] < lightest) expected = {row[e], 0};
    lightest = weights[e];
    ++expected.equals;
  }
  return expected;
}

/// Returns how many rows were decided.
template <class W, class D, class Arc>
std::size_t expect_found(const WeightedGraph<W>& graph, const WeightLayout<W>& layout,
                         const Arc* arcs) {
  using Tight = TightArcs<D, Arc>;
  const Vertex n = graph.topology().num_vertices();
  const auto result = sssp(graph, 1, {.method = SsspMethod::kDijkstra});
  Array<D> distances(n);
  for (Vertex v = 0; v < n; ++v) {
    const bool reached = result.distances()[v] != kInfiniteDistance<W>;
    distances[v] = reached
                       ? static_cast<D>(result.distances()[v])
                       : (std::numeric_limits<D>::has_infinity ? std::numeric_limits<D>::infinity()
                                                               : std::numeric_limits<D>::max());
  }
  const Tight tight{.offsets = layout.offsets.data(),
                    .arcs = arcs,
                    .packing = layout.packing,
                    .distances = distances.data(),
                    .num_vertices = n};
  std::size_t decided = 0;
  constexpr Vertex kChunk = 208;  // ends within a vector as well as at its end
  for (Vertex begin = 0; begin < n; begin += kChunk) {
    const Vertex end = std::min(n, begin + kChunk);
    std::vector<Vertex> found(kChunk + Tight::kOverrun);
    tight.find(begin, end, found.data());
    for (Vertex v = begin; v < end; ++v) {
      const Expected<D> expected = look_at(graph, distances, v);
      if (found[v - begin] == Tight::kUndecided) {
        // It may leave rows to others, but no more than it has to.
        EXPECT_TRUE(expected.equals > 1 || graph.topology().out().degree(v) >= 64) << v;
        continue;
      }
      ++decided;
      EXPECT_LE(expected.equals, 1U) << v;
      EXPECT_EQ(found[v - begin], expected.first) << v;
    }
  }
  return decided;
}

const Graph& shape(int which) {
  static const Graph kShapes[] = {
      test::make_graph(1U << 11U, test::skewed_edges(11, 30'000, 1)),
      test::make_graph(3001, test::random_edges(3001, 12'000, 2)),
      test::make_graph(2000, test::random_edges(2000, 1500, 3)),  // mostly out of reach
      test::make_graph(30 * 41, test::grid_edges(30, 41))};
  return kShapes[which];
}

TEST_P(TightArcsFound, AsArcByArc) {
  std::size_t rows = 0;
  std::size_t decided = 0;
  for (int which = 0; which < 4; ++which) {
    for (const auto mix : {test::WeightMix::kUniform, test::WeightMix::kSmall,
                           test::WeightMix::kEqual, test::WeightMix::kWithZero}) {
      SCOPED_TRACE(which);
      const auto integers = test::weigh<std::uint32_t>(shape(which), mix);
      const auto packed = make_weight_layout<std::uint32_t>(integers, 255, RowOrder::kGraph, 1);
      ASSERT_TRUE(packed->is_packed());
      decided +=
          expect_found<std::uint32_t, std::uint32_t>(integers, *packed, packed->packed.data());
      const auto floats = test::weigh<float>(shape(which), mix);
      const auto plain = make_weight_layout<float>(floats, 255, RowOrder::kGraph, 1);
      rows += 2 * packed->num_vertices();
      decided += expect_found<float, float>(floats, *plain, plain->arcs.data());
    }
  }
  // Where most weights are alike, few rows have one lightest tight arc.
  EXPECT_GT(decided, rows / 2);
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, TightArcsFound, test::instruction_sets(),
                         test::instruction_set_name);

}  // namespace
}  // namespace strider::detail

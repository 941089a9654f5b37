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

struct Expected {
  Vertex smallest = kNoVertex;
  std::size_t equals = 0;  ///< tight arcs as light as the one from there
};

template <class D>
constexpr D kUnreached = std::numeric_limits<D>::has_infinity ? std::numeric_limits<D>::infinity()
                                                              : std::numeric_limits<D>::max();

/// Of row v, by the rule of find(), arc by arc.
template <class W, class D>
Expected look_at(const WeightedGraph<W>& graph, const Array<D>& distances, Vertex v) {
  Expected expected;
  W lightest = 0;
  const auto row = graph.topology().out().neighbors(v);
  const auto weights = graph.weights(v);
  if (distances[v] == kUnreached<D>) return expected;
  for (std::size_t e = 0; e < row.size(); ++e) {
    const D nearer = distances[row[e]];
    if (!(nearer < distances[v]) || static_cast<D>(nearer + weights[e]) != distances[v]) continue;
    if (expected.equals > 0 && weights[e] > lightest) continue;
    if (expected.equals == 0 || weights[e] < lightest) expected = {row[e], 0};
    expected.smallest = std::min(expected.smallest, row[e]);
    lightest = weights[e];
    ++expected.equals;
  }
  return expected;
}

template <class W, class D>
Array<D> distances_in(const WeightedGraph<W>& graph) {
  const auto result = sssp(graph, 1, {.method = SsspMethod::kDijkstra});
  Array<D> distances(graph.topology().num_vertices());
  for (Vertex v = 0; v < distances.size(); ++v) {
    const auto distance = result.distances()[v];
    distances[v] = distance != kInfiniteDistance<W> ? static_cast<D>(distance) : kUnreached<D>;
  }
  return distances;
}

/// Returns how many rows were decided; may_leave(v, equals) says which need not be.
template <class W, class D, class Rows, class F>
std::size_t expect_found(const WeightedGraph<W>& graph, const Rows& rows, const Array<D>& distances,
                         const F& may_leave) {
  const Vertex n = graph.topology().num_vertices();
  std::size_t decided = 0;
  constexpr Vertex kChunk = 208;  // ends within a vector as well as at its end
  for (Vertex begin = 0; begin < n; begin += kChunk) {
    const Vertex end = std::min(n, begin + kChunk);
    std::vector<Vertex> found(kChunk + kFoundOverrun);
    rows.find(begin, end, found.data());
    for (Vertex v = begin; v < end; ++v) {
      const Expected expected = look_at(graph, distances, v);
      if (found[v - begin] == kUndecided) {
        EXPECT_TRUE(may_leave(v, expected.equals)) << v;
        continue;
      }
      ++decided;
      EXPECT_EQ(found[v - begin], expected.smallest) << v;
    }
  }
  return decided;
}

template <class W, class D, class Arc>
std::size_t expect_found_by_weight(const WeightedGraph<W>& graph, const WeightLayout<W>& layout,
                                   const Arc* arcs) {
  const Array<D> distances = distances_in<W, D>(graph);
  const TightArcs<D, Arc> rows{.offsets = layout.offsets.data(),
                               .arcs = arcs,
                               .packing = layout.packing,
                               .distances = distances.data(),
                               .num_vertices = layout.num_vertices()};
  return expect_found(graph, rows, distances, [&](Vertex v, std::size_t equals) {
    return equals > 1 || graph.topology().out().degree(v) >= rows.kMostArcs;
  });
}

template <class W>
void expect_found_in_any_order(const WeightedGraph<W>& graph) {
  const Array<W> distances = distances_in<W, W>(graph);
  const Csr& out = graph.topology().out();
  const ShortRowArcs<W> rows{.offsets = out.offsets().data(),
                             .targets = out.targets().data(),
                             .weights = graph.weights().data(),
                             .distances = distances.data(),
                             .num_vertices = out.num_vertices()};
  const auto may_leave = [&](Vertex v, std::size_t) { return out.degree(v) > rows.kMostArcs; };
  EXPECT_GT(expect_found(graph, rows, distances, may_leave), out.num_vertices() / 2);
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
      decided += expect_found_by_weight<std::uint32_t, std::uint32_t>(integers, *packed,
                                                                      packed->packed.data());
      expect_found_in_any_order(integers);
      const auto floats = test::weigh<float>(shape(which), mix);
      const auto plain = make_weight_layout<float>(floats, 255, RowOrder::kGraph, 1);
      rows += 2 * packed->num_vertices();
      decided += expect_found_by_weight<float, float>(floats, *plain, plain->arcs.data());
      expect_found_in_any_order(floats);
    }
  }
  // Where most weights are alike, few rows have one lightest tight arc.
  EXPECT_GT(decided, rows / 2);
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, TightArcsFound, test::instruction_sets(),
                         test::instruction_set_name);

}  // namespace
}  // namespace strider::detail

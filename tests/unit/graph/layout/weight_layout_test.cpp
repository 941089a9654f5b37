#include "graph/layout/weight_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "graph/layout/choose.hpp"
#include "support/graphs.hpp"
#include "support/weights.hpp"

namespace strider::detail {
namespace {

using test::kAllWeightMixes;
using test::make_graph;
using test::weigh;
using test::WeightMix;

template <class W>
using Arcs = std::vector<std::pair<W, Vertex>>;

/// The arcs of the vertex at `position`, targets as vertices.
template <class W>
Arcs<W> weight_layout_row_of(const WeightLayout<W>& layout, Vertex position) {
  Arcs<W> row;
  for (EdgeIndex e = layout.offsets[position]; e < layout.offsets[position + 1ULL]; ++e) {
    W weight = 0;
    Vertex target = 0;
    if (layout.is_packed()) {
      weight = static_cast<W>(layout.packing.weight(layout.packed[e]));
      target = layout.packing.target(layout.packed[e]);
    } else {
      weight = layout.arcs[e].weight;
      target = layout.arcs[e].target;
    }
    row.emplace_back(weight, layout.is_reordered() ? layout.vertex_at[target] : target);
  }
  return row;
}

/// Every row has the arcs of its vertex, by ascending weight.
template <class W>
void expect_laid_out(const WeightedGraph<W>& graph, W max_weight, RowOrder order) {
  const auto layout = make_weight_layout(graph, max_weight, order, 1);
  const auto again = make_weight_layout(graph, max_weight, order, 3);
  const Csr& out = graph.topology().out();
  ASSERT_EQ(layout->num_vertices(), out.num_vertices());
  EdgeIndex longest = out.num_arcs();
  for (Vertex v = 0; v < out.num_vertices(); ++v) {
    const Vertex position = layout->position(v);
    Arcs<W> row = weight_layout_row_of(*layout, position);
    ASSERT_EQ(row, weight_layout_row_of(*again, again->position(v))) << "with other threads";
    ASSERT_TRUE(std::is_sorted(row.begin(), row.end(),
                               [](const auto& a, const auto& b) { return a.first < b.first; }))
        << "the row of " << v;
    Arcs<W> expected;
    for (std::size_t e = 0; e < out.degree(v); ++e) {
      expected.emplace_back(graph.weights(v)[e], out.neighbors(v)[e]);
    }
    std::sort(row.begin(), row.end());
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(row, expected) << "the row of " << v;
  }
  if (order != RowOrder::kDegree) return;
  for (Vertex p = 0; p < out.num_vertices(); ++p) {
    const EdgeIndex length = layout->offsets[p + 1ULL] - layout->offsets[p];
    ASSERT_LE(length, longest);
    longest = length;
  }
}

template <class W>
class WeightLayouts : public testing::Test {};
using Weights = testing::Types<float, double, std::uint32_t>;
TYPED_TEST_SUITE(WeightLayouts, Weights);

TYPED_TEST(WeightLayouts, RowsHaveTheirArcsByWeight) {
  // Of the skewed one, hubs have rows that are sorted by digits.
  const Graph shapes[] = {make_graph(1U << 10U, test::skewed_edges(10, 1U << 15U, 3)),
                          make_graph(900, test::grid_edges(30, 30)), make_graph(3, {})};
  EXPECT_TRUE(has_hubs(shapes[0].out()));
  EXPECT_FALSE(has_hubs(shapes[1].out()));
  for (const Graph& shape : shapes) {
    for (const WeightMix mix : kAllWeightMixes) {
      const auto graph = weigh<TypeParam>(shape, mix);
      TypeParam largest = 0;
      for (const TypeParam weight : graph.weights().span()) {
        if (weight <= std::numeric_limits<TypeParam>::max()) largest = std::max(largest, weight);
      }
      for (const RowOrder order : {RowOrder::kGraph, RowOrder::kDegree, RowOrder::kLocality}) {
        expect_laid_out(graph, largest, order);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TYPED_TEST(WeightLayouts, MinusZeroIsZero) {
  if constexpr (std::is_floating_point_v<TypeParam>) {
    const Graph star = make_graph(4, {{0, 1}, {0, 2}, {0, 3}});
    // The rows of 0, 1, 2 and 3.
    Array<TypeParam> weights(6);
    const TypeParam values[] = {1, -0.0, 0, 1, -0.0, 0};
    std::copy(std::begin(values), std::end(values), weights.begin());
    expect_laid_out(WeightedGraph<TypeParam>(star, std::move(weights)), TypeParam{1},
                    RowOrder::kGraph);
  }
}

}  // namespace
}  // namespace strider::detail

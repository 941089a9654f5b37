#include "graph/layout/check_weight_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/weights.hpp"

namespace strider::detail {
namespace {

using test::make_graph;
using test::weigh;
using test::WeightMix;

template <class W>
W largest_finite(const WeightedGraph<W>& graph) {
  W most = 0;
  for (const W weight : graph.weights()) {
    if (weight <= std::numeric_limits<W>::max()) most = std::max(most, weight);
  }
  return most;
}

template <class W>
class CheckWeightLayout : public testing::Test {
 protected:
  using Sections = LayoutSections;

  static void check(const LayoutSections& sections, const WeightedGraph<W>& graph) {
    const auto layout = weight_layout_from_sections<W>(sections, graph.topology());
    check_weight_layout(*layout, graph, "here", 2);
  }
  static LayoutSections sections_of(const WeightedGraph<W>& graph, RowOrder order) {
    return to_sections(*make_weight_layout(graph, largest_finite(graph), order, 1));
  }
};
using WeightTypes = testing::Types<float, double, std::uint32_t>;
TYPED_TEST_SUITE(CheckWeightLayout, WeightTypes);

TYPED_TEST(CheckWeightLayout, AcceptsWhatTheBuilderMakes) {
  const Graph graph = make_graph(512, test::skewed_edges(9, 3000, 1));
  for (const RowOrder order : {RowOrder::kGraph, RowOrder::kDegree, RowOrder::kLocality}) {
    for (const WeightMix mix : test::kAllWeightMixes) {
      const auto weighted = weigh<TypeParam>(graph, mix, 3);
      EXPECT_NO_THROW(this->check(this->sections_of(weighted, order), weighted));
    }
    const WeightedGraph<TypeParam> empty;
    EXPECT_NO_THROW(this->check(this->sections_of(empty, order), empty));
  }
}

TYPED_TEST(CheckWeightLayout, RefusesAChangeInEveryArrayAndNumber) {
  const Graph graph = make_graph(512, test::skewed_edges(9, 3000, 1));
  const auto weighted = weigh<TypeParam>(graph, WeightMix::kUniform, 3);
  for (const RowOrder order : {RowOrder::kGraph, RowOrder::kDegree, RowOrder::kLocality}) {
    const LayoutSections genuine = this->sections_of(weighted, order);
    const std::size_t parts = genuine.arrays().size() + genuine.scalars().size();
    for (std::size_t changed = 0; changed < parts; ++changed) {
      LayoutSections forged;
      std::size_t part = 0;
      for (const auto& scalar : genuine.scalars()) {
        forged.add_scalar(scalar.name, scalar.value + (part++ == changed ? 1 : 0));
      }
      for (const auto& source : genuine.arrays()) {
        auto bytes = Array<std::byte>::copy_of(source.bytes.span());
        if (part++ == changed) bytes[bytes.size() / 2 / 8 * 8] ^= std::byte{1};
        forged.add_bytes(source.name, source.element_bytes, std::move(bytes));
      }
      EXPECT_THROW(this->check(forged, weighted), InputError) << "part " << changed;
    }
  }
}

TYPED_TEST(CheckWeightLayout, RefusesTheLayoutOfAnotherGraph) {
  const Graph graph = make_graph(512, test::skewed_edges(9, 3000, 1));
  const auto weighted = weigh<TypeParam>(graph, WeightMix::kUniform, 3);
  const auto other = weigh<TypeParam>(graph, WeightMix::kUniform, 4);
  EXPECT_THROW(this->check(this->sections_of(other, RowOrder::kGraph), weighted), InputError);
}

TEST(CheckWeightLayoutBounds, RefusesPositionsThatAreNoPermutation) {
  // All rows are of two arcs, so that their lengths say nothing.
  const Graph graph = make_graph(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  const auto weighted = weigh<float>(graph, WeightMix::kEqual, 1);
  const LayoutSections genuine =
      to_sections(*make_weight_layout(weighted, 7.0F, RowOrder::kDegree, 1));
  for (const std::string name : {"weight.position_of", "weight.vertex_at"}) {
    LayoutSections forged;
    for (const auto& scalar : genuine.scalars()) forged.add_scalar(scalar.name, scalar.value);
    for (const auto& source : genuine.arrays()) {
      auto bytes = Array<std::byte>::copy_of(source.bytes.span());
      if (source.name == name) std::copy_n(bytes.begin() + 4, 4, bytes.begin());
      forged.add_bytes(source.name, source.element_bytes, std::move(bytes));
    }
    const auto layout = weight_layout_from_sections<float>(forged, graph);
    EXPECT_THROW(check_weight_layout_bounds(*layout, graph, "here", 1), InputError) << name;
  }
}

TEST(CheckWeightLayoutBounds, RefusesWeightsThatKeepASearchFromEnding) {
  const Graph graph = make_graph(3, {{0, 1}, {1, 2}});
  for (const float weight : {-1.0F, std::numeric_limits<float>::quiet_NaN(), 2.5F,
                             -std::numeric_limits<float>::infinity()}) {
    Array<WeightedArc<float>> arcs(4);
    for (std::size_t e = 0; e < 4; ++e) arcs[e] = {1.0F, static_cast<Vertex>(e % 3)};
    arcs[3].weight = weight;
    WeightLayout<float> layout;
    layout.offsets = graph.out().offsets();
    layout.arcs = std::move(arcs);
    layout.max_finite = 2;
    EXPECT_THROW(check_weight_layout_bounds(layout, graph, "here", 1), InputError) << weight;
  }
}

}  // namespace
}  // namespace strider::detail

#include "graph/layout/check_degree_layout.hpp"

#include <gtest/gtest.h>

#include "graph/layout/sections.hpp"
#include "strider/error.hpp"
#include "support/compare_graphs.hpp"

namespace strider::detail {
namespace {

TEST(CheckDegreeLayout, AcceptsWhatTheBuilderMakes) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Graph graph = build_graph(test::random_list(500, 9000, Directedness::kUndirected, seed));
    EXPECT_NO_THROW(check_degree_layout(*make_degree_layout(graph, 1), graph, "here", 3));
  }
  EXPECT_NO_THROW(check_degree_layout(*make_degree_layout(Graph(), 1), Graph(), "here", 1));
}

TEST(CheckDegreeLayout, RefusesAChangeInEveryArray) {
  const Graph graph = build_graph(test::random_list(500, 9000, Directedness::kUndirected));
  const auto layout = make_degree_layout(graph, 1);
  const LayoutSections genuine = to_sections(*layout);
  ASSERT_FALSE(layout->hubs.empty());
  ASSERT_FALSE(layout->next.empty());
  for (const auto& array : genuine.arrays()) {
    if (array.bytes.empty()) continue;
    for (const std::size_t at : {std::size_t{0}, array.bytes.size() / 2}) {
      LayoutSections forged;
      for (const auto& scalar : genuine.scalars()) forged.add_scalar(scalar.name, scalar.value);
      for (const auto& source : genuine.arrays()) {
        auto bytes = Array<std::byte>::copy_of(source.bytes.span());
        if (source.name == array.name) bytes[at] ^= std::byte{1};
        forged.add_bytes(source.name, source.element_bytes, std::move(bytes));
      }
      EXPECT_THROW(
          check_degree_layout(*degree_layout_from_sections(forged, graph), graph, "here", 2),
          InputError)
          << array.name << " " << at;
    }
  }
}

TEST(CheckDegreeLayout, RefusesTheLayoutOfAnotherGraph) {
  const Graph graph = build_graph(test::random_list(500, 9000, Directedness::kUndirected, 1));
  const Graph other = build_graph(test::random_list(500, 9000, Directedness::kUndirected, 2));
  EXPECT_THROW(check_degree_layout(*make_degree_layout(other, 1), graph, "here", 1), InputError);
}

}  // namespace
}  // namespace strider::detail

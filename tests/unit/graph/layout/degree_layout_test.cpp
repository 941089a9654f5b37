#include "graph/layout/degree_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "support/graphs.hpp"

namespace strider::detail {
namespace {

constexpr std::size_t kNext = DegreeLayout::kNext;

std::vector<test::NamedGraph> undirected_graphs() {
  std::vector<test::NamedGraph> graphs = test::search_graphs();
  std::erase_if(graphs, [](const auto& named) { return named.graph.is_directed(); });
  graphs.push_back({"skewed", test::make_graph(1U << 12U, test::skewed_edges(12, 60000, 3))});
  graphs.push_back({"uniform", test::make_graph(3000, test::random_edges(3000, 40000, 4))});
  return graphs;
}

bool is_hub(const DegreeLayout& layout, Vertex v) {
  return std::find(layout.hubs.begin(), layout.hubs.end(), v) != layout.hubs.end();
}

/// Half an octave of degrees may fall into one rank: candidates are in order up to that.
bool may_precede(const Csr& csr, Vertex a, Vertex b) {
  return 2 * csr.degree(a) >= csr.degree(b);
}

/// v's candidates as a search tries them.
std::vector<Vertex> candidates_of(const DegreeLayout& layout, Vertex v) {
  std::vector<Vertex> candidates;
  if (layout.first[v] != v) candidates.push_back(layout.first[v]);
  const BlockMasks& masks = layout.masks[v / BlockMasks::kVertices];
  const unsigned bit = v % BlockMasks::kVertices;
  if ((masks.has_next >> bit & 1U) == 0) return candidates;
  for (const Vertex u : layout.next.span().subspan(masks.next_row(bit) * kNext, kNext)) {
    if (u != v) candidates.push_back(u);
  }
  return candidates;
}

TEST(DegreeLayout, ListsHubsAndTheLargestNeighbors) {
  for (const auto& [name, graph] : undirected_graphs()) {
    const auto layout = make_degree_layout(graph, 2);
    const Csr& csr = graph.out();
    ASSERT_EQ(layout->num_vertices, graph.num_vertices()) << name;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      const auto row = csr.neighbors(v);
      std::vector<Vertex> rest;  // but hubs and itself
      std::uint32_t hubs = 0;
      for (const Vertex u : row) {
        const auto hub = std::find(layout->hubs.begin(), layout->hubs.end(), u);
        if (hub != layout->hubs.end()) {
          hubs |= 1U << static_cast<unsigned>(hub - layout->hubs.begin());
        } else if (u != v) {
          rest.push_back(u);
        }
      }
      if (!layout->hubs.empty()) {
        ASSERT_EQ(layout->hub_bits[v], hubs) << name << ", vertex " << v;
      }
      const BlockMasks& masks = layout->masks[v / BlockMasks::kVertices];
      const unsigned bit = v % BlockMasks::kVertices;
      ASSERT_EQ(masks.connected >> bit & 1U, row.empty() ? 0U : 1U) << name << ", vertex " << v;

      const std::vector<Vertex> candidates = candidates_of(*layout, v);
      if ((masks.unlisted >> bit & 1U) == 0) {
        std::vector<Vertex> sorted = candidates;
        std::sort(sorted.begin(), sorted.end());
        std::sort(rest.begin(), rest.end());
        ASSERT_EQ(sorted, rest) << name << ", vertex " << v;
      }
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        ASSERT_NE(std::find(row.begin(), row.end(), candidates[i]), row.end())
            << name << ", vertex " << v;
        ASSERT_FALSE(is_hub(*layout, candidates[i])) << name << ", vertex " << v;
        ASSERT_TRUE(i == 0 || may_precede(csr, candidates[i - 1], candidates[i])) << name;
      }
    }
  }
}

TEST(DegreeLayout, HubsAreTheVerticesOfHighestDegree) {
  const Graph graph = test::make_graph(1U << 12U, test::skewed_edges(12, 60000, 3));
  const auto layout = make_degree_layout(graph, 2);
  ASSERT_EQ(layout->hubs.size(), DegreeLayout::kHubs);
  const EdgeIndex least = graph.out().degree(layout->hubs[DegreeLayout::kHubs - 1]);
  std::size_t larger = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    larger += graph.out().degree(v) > least ? 1 : 0;
    EXPECT_TRUE(graph.out().degree(v) <= least || is_hub(*layout, v)) << v;
  }
  EXPECT_LT(larger, DegreeLayout::kHubs);
}

TEST(DegreeLayout, HasNoHubBitsWhereHubsReachFew) {
  const Graph ring = test::make_graph(5000, test::line_edges(5000));
  EXPECT_TRUE(make_degree_layout(ring, 2)->hub_bits.empty());
}

TEST(DegreeLayout, DoesNotDependOnTheNumberOfThreads) {
  for (const auto& [name, graph] : undirected_graphs()) {
    const auto one = make_degree_layout(graph, 1);
    const auto four = make_degree_layout(graph, 4);
    const auto same = [](const auto& a, const auto& b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end());
    };
    EXPECT_TRUE(same(one->hubs, four->hubs)) << name;
    EXPECT_TRUE(same(one->hub_bits, four->hub_bits)) << name;
    EXPECT_TRUE(same(one->first, four->first)) << name;
    EXPECT_TRUE(same(one->next, four->next)) << name;
    EXPECT_EQ(one->bytes(), four->bytes()) << name;
  }
}

void expect_same_degree_layout(const DegreeLayout& a, const DegreeLayout& b,
                               const std::string& what) {
  const auto same = [](const auto& x, const auto& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  EXPECT_TRUE(same(a.hubs, b.hubs)) << what;
  EXPECT_TRUE(same(a.hub_bits, b.hub_bits)) << what;
  EXPECT_TRUE(same(a.first, b.first)) << what;
  EXPECT_TRUE(same(a.next, b.next)) << what;
  EXPECT_EQ(a.num_connected, b.num_connected) << what;
  EXPECT_EQ(a.bytes(), b.bytes()) << what;
}

std::vector<std::uint32_t> degrees_of(const Csr& csr) {
  std::vector<std::uint32_t> degrees(csr.num_vertices());
  for (Vertex v = 0; v < csr.num_vertices(); ++v) {
    degrees[v] = static_cast<std::uint32_t>(csr.degree(v));
  }
  return degrees;
}

TEST(DegreeLayout, OfAllRowsIsThatOfTheGraph) {
  for (const auto& [name, graph] : undirected_graphs()) {
    expect_same_degree_layout(*make_degree_layout(graph.out(), degrees_of(graph.out()), 2),
                              *make_degree_layout(graph, 2), name);
  }
}

TEST(DegreeLayout, OfSomeRowsHoldsTheRowsOfThatOfTheGraph) {
  // The first rows' vertices are the first columns: so a layout of them only is part of the whole.
  const Graph graph = test::make_graph(1U << 12U, test::skewed_edges(12, 60000, 3));
  const Csr& csr = graph.out();
  constexpr Vertex kRows = 1000;
  const Csr rows(Array<EdgeIndex>::copy_of(csr.offsets().span().first(kRows + 1)),
                 Array<Vertex>::copy_of(csr.targets().span().first(csr.offsets()[kRows])));
  const auto whole = make_degree_layout(graph, 2);
  const auto part = make_degree_layout(rows, degrees_of(csr), 2);
  ASSERT_EQ(part->num_vertices, kRows);
  ASSERT_TRUE(std::equal(part->hubs.begin(), part->hubs.end(), whole->hubs.begin()));
  Vertex connected = 0;
  for (Vertex v = 0; v < kRows; ++v) {
    ASSERT_EQ(part->hub_bits[v], whole->hub_bits[v]) << v;
    ASSERT_EQ(candidates_of(*part, v), candidates_of(*whole, v)) << v;
    connected += csr.degree(v) > 0 ? 1 : 0;
  }
  EXPECT_EQ(part->num_connected, connected);
}

TEST(DegreeLayout, OfABlockNamesNoColumnBehindTheLast) {
  // The same rows, once with a column of their own each and once without.
  const Graph graph = test::make_graph(1U << 11U, test::skewed_edges(11, 20000, 4));
  const Csr& csr = graph.out();
  const auto degrees = degrees_of(csr);
  const auto own = make_degree_layout(csr, degrees, 2);
  const auto block = make_block_layout(csr, degrees, 2);
  const Vertex none = csr.num_vertices();
  const auto as_in_block = [&](Vertex v, Vertex column) { return column == v ? none : column; };
  ASSERT_TRUE(std::equal(block->hubs.begin(), block->hubs.end(), own->hubs.begin()));
  ASSERT_EQ(block->next.size(), own->next.size());
  bool met_none = false;
  for (Vertex v = 0; v < csr.num_vertices(); ++v) {
    ASSERT_EQ(block->hub_bits[v], own->hub_bits[v]);
    ASSERT_EQ(block->first[v], as_in_block(v, own->first[v]));
    met_none |= block->first[v] == none;
    const BlockMasks& masks = own->masks[v / BlockMasks::kVertices];
    const unsigned bit = v % BlockMasks::kVertices;
    if ((masks.has_next >> bit & 1U) == 0) continue;
    for (std::size_t k = masks.next_row(bit) * kNext; k < (masks.next_row(bit) + 1) * kNext; ++k) {
      ASSERT_EQ(block->next[k], as_in_block(v, own->next[k]));
    }
  }
  EXPECT_TRUE(met_none);
}

}  // namespace
}  // namespace strider::detail

// The small chunks that a rank works with: sorting, numbering, packing, its own forest.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <vector>

#include "algorithms/msf/ranks/boruvka/fragment_numbers.hpp"
#include "algorithms/msf/ranks/forest_delivery.hpp"
#include "base/random.hpp"
#include "comm/encoding/byte_packing.hpp"

namespace strider::detail {
namespace {

template <class Key>
std::vector<KeyedEdge<Key>> draw_edges(std::size_t count, Key keys) {
  CounterRng rng(count, keys);
  std::vector<KeyedEdge<Key>> edges(count);
  for (auto& edge : edges) {
    edge = {static_cast<Vertex>(rng.below(500)), static_cast<Vertex>(rng.below(500)),
            static_cast<Key>(rng.next() % keys + 3)};
  }
  return edges;
}

template <class Key>
void expect_sorted_like_standard(Key keys, int threads) {
  for (const std::size_t count : {0, 1, 100, 5000, 40000}) {
    auto edges = draw_edges<Key>(count, keys);
    auto expected = edges;
    std::sort(expected.begin(), expected.end());
    std::vector<KeyedEdge<Key>> buffer(count);
    sort_by_key(std::span(edges), std::span(buffer), threads,
                [](const KeyedEdge<Key>& edge) { return edge.key; });
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(edges[i].key, expected[i].key);
      ASSERT_EQ(edges[i].ends(), expected[i].ends());
    }
  }
}

TEST(SortByKey, OrdersKeysOfAnyWidth) {
  for (const int threads : {1, 2}) {
    expect_sorted_like_standard<std::uint32_t>(1, threads);
    expect_sorted_like_standard<std::uint32_t>(7, threads);
    expect_sorted_like_standard<std::uint32_t>(1U << 15U, threads);
    expect_sorted_like_standard<std::uint32_t>(0xFFFF'FFF0U, threads);
    expect_sorted_like_standard<std::uint64_t>(1U << 20U, threads);
    expect_sorted_like_standard<std::uint64_t>(~std::uint64_t{0} - 4, threads);
  }
}

TEST(FragmentNumbers, TakesNoMoreForMoreTagsElsewhere) {
  for (const std::size_t most : {std::size_t{0}, std::size_t{1000}, std::size_t{1} << 20U}) {
    for (const std::uint64_t bound : {std::uint64_t{1} << 16U, std::uint64_t{1} << 32U}) {
      Workspace workspace;
      const FragmentNumbers numbers(workspace, bound, most);
      // A small table, or 4 places for each fragment id, and the fragment id.
      EXPECT_LE(workspace.host_bytes(), (std::uint64_t{1} << 16U) + 24 * most);
    }
  }
}

TEST(FragmentNumbers, NumbersInOrderWhetherHashedOrNot) {
  for (const std::uint64_t bound : {std::uint64_t{5000}, std::uint64_t{1} << 50U}) {
    constexpr std::size_t kMost = 1000;
    Workspace workspace;
    FragmentNumbers numbers(workspace, bound, kMost);
    workspace.take("a test", HostMemory());
    std::map<std::uint64_t, Vertex> expected;
    CounterRng rng(bound, 1);
    for (int i = 0; i < 3000 && expected.size() < kMost; ++i) {
      const std::uint64_t fragment_id = rng.below(bound);
      const auto known = expected.emplace(fragment_id, static_cast<Vertex>(expected.size())).first;
      ASSERT_EQ(numbers.number(fragment_id), known->second);
      ASSERT_EQ(numbers.fragment_id(known->second), fragment_id);
    }
    EXPECT_EQ(numbers.count(), expected.size());
  }
}

TEST(Packing, GivesBackNumbersOfEveryWidth) {
  std::array<std::byte, 36 + comm::kPackingSlack> memory{};
  comm::ByteWriter writer(memory.data());
  for (unsigned bytes = 1; bytes <= 8; ++bytes) {
    const std::uint64_t largest = ~std::uint64_t{0} >> (64 - 8 * bytes);
    EXPECT_EQ(comm::bytes_for(largest), bytes);
    writer.put(largest - bytes, bytes);
  }
  EXPECT_EQ(writer.position(), memory.data() + 36);
  comm::ByteReader reader(memory.data());
  for (unsigned bytes = 1; bytes <= 8; ++bytes) {
    EXPECT_EQ(reader.get(bytes), (~std::uint64_t{0} >> (64 - 8 * bytes)) - bytes);
  }
  EXPECT_EQ(comm::bytes_for(0), 1U);
}

TEST(FilterForest, IsThatOfAllEdgesInOrder) {
  for (const Vertex fragments : {2U, 30U, 2000U}) {
    CounterRng rng(fragments, 2);
    std::vector<Candidate<std::uint32_t>> edges;
    for (const auto& edge : draw_edges<std::uint32_t>(20000, 900)) {
      edges.push_back({static_cast<Vertex>(rng.below(fragments)),
                       static_cast<Vertex>(rng.below(fragments)), edge});
    }
    auto expected = edges;
    std::sort(expected.begin(), expected.end());
    std::vector<Vertex> parents(fragments);
    DisjointSets trees(parents);
    trees.make_singletons();
    std::erase_if(expected, [&](const auto& edge) { return !trees.unite(edge.a, edge.b); });
    Workspace workspace;
    FilterForest<std::uint32_t> forest;
    forest.restart(workspace, edges.size(), fragments);
    workspace.take("a test", HostMemory());
    std::size_t next = 0;
    forest.run(edges, fragments, 1, [&](const Candidate<std::uint32_t>& edge) {
      ASSERT_LT(next, expected.size());
      EXPECT_EQ(edge.edge.key, expected[next].edge.key);
      EXPECT_EQ(edge.edge.ends(), expected[next].edge.ends());
      ++next;
    });
    EXPECT_EQ(next, expected.size());
  }
}

TEST(TakenEdges, AreWrittenByBothEnds) {
  for (const Vertex names : {1U, 3U, 5000U}) {
    TakenEdges<std::uint32_t> edges;
    std::vector<std::pair<Vertex, GlobalVertex>> expected;
    CounterRng rng(names, 3);
    for (std::uint32_t i = 0; i < 3000; ++i) {
      const auto u = static_cast<Vertex>(rng.below(names));
      const GlobalVertex v = rng.next();
      edges.add({u, i, v});
      expected.emplace_back(u, v);
    }
    std::sort(expected.begin(), expected.end());
    std::size_t written = 0;
    edges.write_sorted(names, [&](std::size_t place, const TakenEdge<std::uint32_t>& edge) {
      EXPECT_EQ(expected[place], std::pair(edge.u, edge.v));
      ++written;
    });
    EXPECT_EQ(written, expected.size());
  }
}

}  // namespace
}  // namespace strider::detail

// Many edges in few and in many classes, in order and not, against Kruskal's method without parts.
#include "algorithms/msf/host/class_kruskal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace strider::detail {
namespace {

template <class Key>
struct Taken {
  std::vector<std::uint64_t> ends;
  void append(const KeyedEdge<Key>& edge) { ends.push_back(edge.ends()); }
};

/// `count` edges between 5000 fragments, in seven parts; the edges of a part by ascending ends
/// where `in_order`, and so are the parts.
template <class Key>
std::vector<EdgeBuffer<Candidate<Key>>> draw_parts(std::size_t count, Key kinds, bool in_order) {
  CounterRng rng(count, kinds);
  std::vector<Candidate<Key>> edges(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = static_cast<Vertex>(in_order ? i : count - i);
    edges[i] = {static_cast<Vertex>(rng.below(5000)),
                static_cast<Vertex>(rng.below(5000)),
                {place, place + 1, static_cast<Key>(rng.below(kinds))}};
  }
  std::vector<EdgeBuffer<Candidate<Key>>> parts(7);
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const Range range = static_chunk(count, static_cast<int>(part), 7);
    auto* const out = parts[part].make_room(count);
    parts[part].grow_to(std::copy(edges.begin() + static_cast<std::ptrdiff_t>(range.begin),
                                  edges.begin() + static_cast<std::ptrdiff_t>(range.end), out));
  }
  return parts;
}

template <class Key>
std::vector<std::uint64_t> expected_of(const std::vector<EdgeBuffer<Candidate<Key>>>& parts) {
  std::vector<Candidate<Key>> edges;
  for (const auto& part : parts) {
    edges.insert(edges.end(), part.span().begin(), part.span().end());
  }
  std::sort(edges.begin(), edges.end());
  std::vector<Vertex> parents(5000);
  DisjointSets trees(parents);
  trees.make_singletons();
  std::vector<std::uint64_t> ends;
  for (const auto& edge : edges) {
    if (trees.unite(edge.a, edge.b)) ends.push_back(edge.edge.ends());
  }
  return ends;
}

template <class Key>
void expect_forest_by_classes(std::size_t count, Key kinds, bool in_order) {
  const auto parts = draw_parts<Key>(count, kinds, in_order);
  const auto expected = expected_of(parts);
  ClassKruskal<Key> kruskal;
  std::vector<Vertex> parents(5000);
  for (const int threads : {1, 2, 4}) {
    const ConcurrentDisjointSets trees(parents);
    trees.make_singletons(1);
    Taken<Key> taken;
    kruskal.run(parts, trees, taken, threads);
    EXPECT_EQ(taken.ends, expected) << count << " edges, " << kinds << " weights";
  }
}

TEST(MsfClassKruskal, JoinsTreesInOrder) {
  for (const bool in_order : {true, false}) {
    // Of one weight there are more than fit a unit.
    for (const std::uint32_t kinds : {1U, 2U, 255U, 256U, 257U, 300U, 5000U, ~0U}) {
      expect_forest_by_classes<std::uint32_t>(60000, kinds, in_order);
      expect_forest_by_classes<std::uint64_t>(3000, kinds, in_order);
    }
    expect_forest_by_classes<std::uint64_t>(60000, ~std::uint64_t{0}, in_order);
    expect_forest_by_classes<std::uint32_t>(0, 1, in_order);
    expect_forest_by_classes<std::uint32_t>(1, 1, in_order);
  }
}

// A few keys at both ends of all.
TEST(MsfClassKruskal, KeepsExtremeKeysApart) {
  for (const std::uint32_t most : {3U, 255U, 300U}) {
    for (const std::uint32_t first : {0U, ~0U - 4, ~0U - 255, ~0U - 300}) {
      std::vector<std::uint32_t> sample;
      for (std::uint32_t i = 0; i <= std::min(most, ~0U - first); ++i) sample.push_back(first + i);
      const std::vector<std::uint32_t> keys = sample;
      const WeightClasses<std::uint32_t> classes(sample);
      std::size_t last = 0;
      for (const std::uint32_t key : keys) {
        EXPECT_GE(classes.of(key), last) << key;
        last = classes.of(key);
        EXPECT_LT(last, classes.count()) << key;
      }
      EXPECT_EQ(last + 1, classes.count());
      EXPECT_LE(classes.count(), 256U);
      EXPECT_EQ(classes.of(0), 0U);
      EXPECT_EQ(classes.of(~0U), classes.count() - 1);
    }
  }
}

}  // namespace
}  // namespace strider::detail

// Graphs to test with, and their comparison.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "strider/graph.hpp"

namespace strider::test {

/// `m` random edges, self-loops and duplicates among them, over n vertices of which the last is
/// isolated. Without weights; add_weights adds some.
inline EdgeList random_list(Vertex n, EdgeIndex m, Directedness directedness,
                            std::uint64_t seed = 1) {
  EdgeList list;
  list.num_vertices = n;
  list.directedness = directedness;
  list.edges = Array<Edge>(m);
  CounterRng rng(seed, n);
  for (Edge& edge : list.edges) {
    edge = {static_cast<Vertex>(rng.below(n - 1)), static_cast<Vertex>(rng.below(n - 1))};
  }
  return list;
}

/// Weights 0 .. 999, or for reals thousandths of that.
template <class W>
void add_weights(EdgeList& list, std::uint64_t seed = 2) {
  CounterRng rng(seed, 0);
  Array<W> weights(list.edges.size());
  for (W& weight : weights) {
    const auto drawn = static_cast<W>(rng.below(1000));
    weight = std::is_floating_point_v<W> ? drawn / W{1000} : drawn;
  }
  list.weights = std::move(weights);
}

template <class T>
std::vector<T> to_vector(std::span<const T> values) {
  return {values.begin(), values.end()};
}

inline void expect_equal_csr(const Csr& a, const Csr& b) {
  EXPECT_EQ(to_vector(a.offsets().span()), to_vector(b.offsets().span()));
  EXPECT_EQ(to_vector(a.targets().span()), to_vector(b.targets().span()));
}

inline std::vector<std::string> labels_of(const Graph& graph) {
  std::vector<std::string> labels;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) labels.push_back(graph.labels().label(v));
  return labels;
}

/// The weights of any graph as doubles; empty where it has none.
inline std::vector<double> weights_of(const AnyGraph& graph) {
  return std::visit(
      [](const auto& any) -> std::vector<double> {
        if constexpr (std::is_same_v<std::decay_t<decltype(any)>, Graph>) {
          return {};
        } else {
          return {any.weights().begin(), any.weights().end()};
        }
      },
      graph);
}

/// Same structure, directedness, counts and transpose; not labels or weights.
inline void expect_equal_topology(const Graph& a, const Graph& b) {
  EXPECT_EQ(a.directedness(), b.directedness());
  EXPECT_EQ(a.num_self_loops(), b.num_self_loops());
  EXPECT_EQ(a.num_edges(), b.num_edges());
  expect_equal_csr(a.out(), b.out());
  expect_equal_csr(a.in(), b.in());
}

/// Equal in everything, the type of the weights included.
inline void expect_equal(const AnyGraph& a, const AnyGraph& b) {
  EXPECT_EQ(a.index(), b.index());
  expect_equal_topology(topology(a), topology(b));
  EXPECT_EQ(labels_of(topology(a)), labels_of(topology(b)));
  EXPECT_EQ(weights_of(a), weights_of(b));
}

}  // namespace strider::test

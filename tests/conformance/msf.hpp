// What every method of spanning forests must do, whatever its backend. Written once: a backend's
// test instantiates it with a function that finds forests.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "strider/msf.hpp"

namespace strider::test {

/// Finds a forest by the method under test; options.threads is what the case asks for.
template <class W>
using MsfFinder = std::function<MsfResult<W>(const WeightedGraph<W>&, const MsfOptions&)>;

/// An edge of a list with its weight.
template <class W>
struct Link {
  Vertex u;
  Vertex v;
  W weight;
};

/// Builds a graph of `n` vertices, self-loops and parallel edges kept.
template <class W>
[[nodiscard]] WeightedGraph<W> make_weighted(Vertex n, const std::vector<Link<W>>& links);

/// Fails the running test where `result` is not bit by bit the forest of Kruskal's method.
template <class W>
void expect_forest(const WeightedGraph<W>& graph, MsfObjective objective,
                   const MsfResult<W>& result, const std::string& what);

/// Graphs that are hard for some method: equal weights, long chains of first edges, parallel edges,
/// self-loops, infinities, both zeros, many components, rows that do not ascend.
template <class W>
void conforms_on_all_shapes(const MsfFinder<W>& find, const MsfOptions& options);
/// Many random graphs, each of its own size, density, skew and number of different weights.
template <class W>
void conforms_on_random_graphs(const MsfFinder<W>& find, const MsfOptions& options);
/// Graphs large enough for all steps of parallel methods.
template <class W>
void conforms_on_large_graphs(const MsfFinder<W>& find, const MsfOptions& options);

}  // namespace strider::test

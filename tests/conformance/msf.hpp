// What every method of spanning forests must do, whatever its backend. Written once: a backend's
// test instantiates it with a function that finds forests.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "strider/msf.hpp"

namespace strider::test {

/// What a method found: edges ascending by (u, v).
template <class W>
struct FoundForest {
  FoundForest() = default;
  // Not explicit: an MsfFinder returns what a solver returns.
  FoundForest(const MsfResult<W>& result)
      : edges(result.edges().begin(), result.edges().end()),
        weight(result.weight()),
        num_trees(result.num_trees()) {}

  std::vector<MsfEdge<W>> edges;
  MsfWeight<W> weight{};
  std::uint64_t num_trees = 0;
};
/// Finds a forest by the method under test; options.threads is what the case asks for.
template <class W>
using MsfFinder = std::function<FoundForest<W>(const WeightedGraph<W>&, const MsfOptions&)>;

/// An edge of a list with its weight.
template <class W>
struct Link {
  Vertex u;
  Vertex v;
  W weight;
};

/// Builds a graph of `n` vertices, self-loops kept.
template <class W>
[[nodiscard]] WeightedGraph<W> make_weighted(Vertex n, const std::vector<Link<W>>& links,
                                             Duplicates duplicates = Duplicates::kKeep);

/// A graph with hubs whose weights are drawn from so many.
template <class W>
[[nodiscard]] WeightedGraph<W> skewed_sample(unsigned scale, std::size_t edges, std::uint64_t kinds,
                                             std::uint64_t seed);

/// Nine vertices, and weights at the ends of a double's range: infinities, both zeros, the
/// subnormal.
[[nodiscard]] WeightedGraph<double> extreme_doubles();

/// The forest of a list of edges, by Kruskal's method over the list itself: it knows nothing of
/// graphs and of how they are built. Ascending by (u, v).
template <class W>
[[nodiscard]] std::vector<MsfEdge<W>> forest_of_list(Vertex n, std::vector<Link<W>> links,
                                                     MsfObjective objective);

/// Fails the running test where `result` is not bit by bit the forest of Kruskal's method.
template <class W>
void expect_forest(const WeightedGraph<W>& graph, MsfObjective objective,
                   const std::type_identity_t<FoundForest<W>>& found, const std::string& what);

/// How much of the shapes a case looks at.
enum class MsfShapes : std::uint8_t {
  kAll,
  /// Shorter paths, each graph once: for ranks, which build their rows by themselves, and for which
  /// a long chain takes long where they share cores.
  kForRanks
};
/// Graphs that are hard for some method: equal weights, long chains of first edges, parallel edges,
/// self-loops, infinities, both zeros, many components, rows that do not ascend.
template <class W>
void conforms_on_all_shapes(const MsfFinder<W>& find, const MsfOptions& options,
                            MsfShapes which = MsfShapes::kAll);
/// Random graphs, each of its own size, density, skew and number of different weights.
template <class W>
void conforms_on_random_graphs(const MsfFinder<W>& find, const MsfOptions& options,
                               std::uint64_t graphs = 40);
/// Lists with many parallel edges of other weights, both with all of them in the graph and with
/// only those that the objective wants: the forest is that of the list.
template <class W>
void conforms_on_multigraphs(const MsfFinder<W>& find, const MsfOptions& options);
/// Graphs large enough for all steps of parallel methods.
template <class W>
void conforms_on_large_graphs(const MsfFinder<W>& find, const MsfOptions& options);

}  // namespace strider::test

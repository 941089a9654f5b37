// Graphs in memory: edge lists, compressed adjacency, and the conversion of the former to the
// latter.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "strider/array.hpp"
#include "strider/labels.hpp"
#include "strider/types.hpp"

namespace strider {

/// One edge of a list; in an undirected list the order of the ends has no meaning.
struct Edge {
  Vertex source;
  Vertex target;
  friend bool operator==(const Edge&, const Edge&) = default;
};

/// The weights of a list, one per edge; or none.
using Weights = std::variant<std::monostate, Array<float>, Array<double>, Array<std::uint32_t>>;

/// Edges in coordinate form, as files and generators give them: in any order, with self-loops and
/// duplicates.
struct EdgeList {
  Vertex num_vertices = 0;
  Directedness directedness = Directedness::kUndirected;
  Array<Edge> edges;
  Weights weights;
  Labels labels;
};

/// Weights that a caller keeps, one per edge; or none. A vector or array of one of these types
/// converts to it.
using WeightSpan = std::variant<std::monostate, std::span<const float>, std::span<const double>,
                                std::span<const std::uint32_t>>;

/// The list of the edges sources[i], targets[i] with weights[i]: a copy of the arrays, with labels
/// from 0. It has `num_vertices` vertices, or one more than the greatest number in it. Throws
/// UsageError if the arrays differ in length, and if they hold kNoVertex, 4294967295, which numbers
/// no vertex; MemoryError. O(m).
[[nodiscard]] EdgeList make_edge_list(std::span<const Vertex> sources,
                                      std::span<const Vertex> targets, Directedness directedness,
                                      const WeightSpan& weights = {},
                                      std::optional<Vertex> num_vertices = std::nullopt);

/// Adjacency lists in compressed sparse rows. Copies share storage.
class Csr {
 public:
  /// The adjacency of no vertices.
  Csr();
  /// `offsets` has n+1 entries, ascending from 0. The neighbours of v are targets[offsets[v]] ..
  /// targets[offsets[v+1] - 1]. The constructor does not check this; check_csr does.
  Csr(SharedArray<EdgeIndex> offsets, SharedArray<Vertex> targets);

  [[nodiscard]] Vertex num_vertices() const { return static_cast<Vertex>(offsets_.size() - 1); }
  [[nodiscard]] EdgeIndex num_arcs() const { return targets_.size(); }
  [[nodiscard]] EdgeIndex degree(Vertex v) const { return offsets_[v + 1ULL] - offsets_[v]; }
  [[nodiscard]] std::span<const Vertex> neighbors(Vertex v) const {
    return targets_.span().subspan(offsets_[v], degree(v));
  }
  [[nodiscard]] const SharedArray<EdgeIndex>& offsets() const { return offsets_; }
  [[nodiscard]] const SharedArray<Vertex>& targets() const { return targets_; }

 private:
  SharedArray<EdgeIndex> offsets_;
  SharedArray<Vertex> targets_;
};

/// Throws InputError, naming `origin`, if the arrays are not an adjacency: offsets that do not
/// ascend from 0 to the number of arcs, or a target that is not a vertex. O(n + m), parallel.
void check_csr(const Csr& csr, const std::string& origin, int threads = 0);

/// An immutable graph in compressed sparse rows. Copies share storage and are cheap.
///
/// An undirected graph stores an edge {u, v} in the lists of both ends, a self-loop once. Lists
/// built by build_graph are ascending.
class Graph {
 public:
  /// The graph without vertices.
  Graph();
  /// Takes the adjacency as it is. `num_self_loops` is the number of entries v in the list of v.
  /// `in` is the transpose of `out`; if it is not passed, it is built when it is first needed.
  Graph(Csr out, Directedness directedness, EdgeIndex num_self_loops, Labels labels = {},
        std::optional<Csr> in = std::nullopt);

  [[nodiscard]] Vertex num_vertices() const;
  /// The number of edges; an undirected edge counts once.
  [[nodiscard]] EdgeIndex num_edges() const;
  /// The number of adjacency entries. An undirected edge has two entries, a self-loop one.
  [[nodiscard]] EdgeIndex num_arcs() const;
  [[nodiscard]] EdgeIndex num_self_loops() const;
  [[nodiscard]] Directedness directedness() const;
  [[nodiscard]] bool is_directed() const { return directedness() == Directedness::kDirected; }
  /// Adjacency by source.
  [[nodiscard]] const Csr& out() const;
  /// Adjacency by target; if the graph is undirected, this is out(). The first call on a directed
  /// graph builds it, in O(n + m); thread-safe. Throws MemoryError.
  [[nodiscard]] const Csr& in(int threads = 0) const;
  [[nodiscard]] bool has_transpose() const;
  [[nodiscard]] const Labels& labels() const;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

namespace detail {
template <class W>
struct WeightLayout;
}  // namespace detail

/// A graph with one weight per adjacency entry. W is float, double or std::uint32_t.
template <class W>
class WeightedGraph {
 public:
  WeightedGraph() = default;
  /// weights[i] belongs to topology.out().targets()[i]. `layout` is that of these weights.
  WeightedGraph(Graph topology, SharedArray<W> weights,
                std::shared_ptr<const detail::WeightLayout<W>> layout = nullptr)
      : topology_(std::move(topology)), weights_(std::move(weights)), layout_(std::move(layout)) {}
  [[nodiscard]] const Graph& topology() const { return topology_; }
  [[nodiscard]] const SharedArray<W>& weights() const { return weights_; }
  /// The weights of out().neighbors(v), in their order.
  [[nodiscard]] std::span<const W> weights(Vertex v) const {
    const auto& offsets = topology_.out().offsets();
    return weights_.span().subspan(offsets[v], topology_.out().degree(v));
  }
  /// A copy of the arcs by ascending weight, which shortest paths search; null where there is none.
  /// lay_out_by_weight makes it, and native containers store it.
  [[nodiscard]] const std::shared_ptr<const detail::WeightLayout<W>>& layout() const {
    return layout_;
  }

 private:
  Graph topology_;
  SharedArray<W> weights_;
  std::shared_ptr<const detail::WeightLayout<W>> layout_;
};

/// A graph as a file stores it, with or without weights.
using AnyGraph =
    std::variant<Graph, WeightedGraph<float>, WeightedGraph<double>, WeightedGraph<std::uint32_t>>;

/// The structure of any graph, without its weights.
[[nodiscard]] const Graph& topology(const AnyGraph& graph);

/// The weights of the entries of an adjacency, in their order; or none.
using SharedWeights = std::variant<std::monostate, SharedArray<float>, SharedArray<double>,
                                   SharedArray<std::uint32_t>>;

/// Whether the adjacency of an undirected graph is checked to list each edge at both ends, with the
/// same weight.
enum class SymmetryCheck : std::uint8_t { kYes, kNo };

/// The graph of an adjacency that the caller made, with labels from 0: takes it as it is, rows in
/// any order, and checks it. Throws InputError as check_csr, if an undirected edge is listed at one
/// end only or with two weights, and if there are not as many weights as entries. O(n + m),
/// parallel.
[[nodiscard]] AnyGraph adopt_adjacency(Csr out, Directedness directedness,
                                       SharedWeights weights = {},
                                       SymmetryCheck symmetry = SymmetryCheck::kYes,
                                       int threads = 0);

/// The graph with weight 1 on every edge. Weighted algorithms use it for graphs without weights.
/// Shares the structure; takes 4 more bytes per arc. Parallel. Throws MemoryError.
[[nodiscard]] WeightedGraph<std::uint32_t> with_unit_weights(const Graph& graph, int threads = 0);

enum class SelfLoops : std::uint8_t { kRemove, kKeep };
/// Which of several parallel edges the graph keeps.
enum class Duplicates : std::uint8_t {
  kRemove,        ///< the edge of smallest weight
  kKeepHeaviest,  ///< the edge of greatest weight: for maximum spanning forests
  kKeep           ///< all parallel edges
};

struct BuildOptions {
  SelfLoops self_loops = SelfLoops::kRemove;
  Duplicates duplicates = Duplicates::kRemove;
  /// Overrides the directedness of the list.
  std::optional<Directedness> directedness = std::nullopt;
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp).
  int threads = 0;
};

/// What the builder found.
struct BuildReport {
  EdgeIndex edges_listed = 0;  ///< entries of the list
  EdgeIndex self_loops = 0;    ///< entries u = v in it
  EdgeIndex duplicates = 0;    ///< entries that repeat an earlier one; {u,v} and {v,u} are the same
                               ///< edge of an undirected graph. Self-loops are not among them.
  Vertex isolated = 0;         ///< vertices without an edge in the graph built
  double seconds = 0;
};

/// Builds the adjacency of `list`, ascending in every row, and ignores weights. Consumes the list:
/// its memory is released as soon as it is no longer needed. The result does not depend on the
/// number of threads. Throws UsageError if an end is not below num_vertices; MemoryError if the
/// memory for it is not free. O((n + m) log(degree)) work.
[[nodiscard]] Graph build_graph(EdgeList&& list, const BuildOptions& options = {},
                                BuildReport* report = nullptr);
/// The same of a list that the caller keeps: builds from a copy, so it takes 8 more bytes per edge.
[[nodiscard]] Graph build_graph(const EdgeList& list, const BuildOptions& options = {},
                                BuildReport* report = nullptr);

/// As build_graph, with the list's weights. A list without weights gives a Graph. Also throws
/// UsageError if the numbers of weights and edges differ, or if a weight is not a number (NaN).
/// Infinite and negative weights are kept.
[[nodiscard]] AnyGraph build_any_graph(EdgeList&& list, const BuildOptions& options = {},
                                       BuildReport* report = nullptr);
/// The same of a list that the caller keeps: builds from a copy.
[[nodiscard]] AnyGraph build_any_graph(const EdgeList& list, const BuildOptions& options = {},
                                       BuildReport* report = nullptr);

/// A renaming of vertices: to_new[old] and to_old[new].
struct Permutation {
  SharedArray<Vertex> to_new;
  SharedArray<Vertex> to_old;
};

/// The orders that make_ordering can produce.
enum class Ordering : std::uint8_t {
  kDegree,   ///< descending degree, equal degrees in the old order
  kRandom,   ///< uniform, from a seed
  kLocality  ///< blocks of breadth-first order, which give neighbours close numbers
};

/// A permutation of the graph's vertices in that order. Deterministic.
[[nodiscard]] Permutation make_ordering(const Graph& graph, Ordering ordering,
                                        std::uint64_t seed = 0);

/// The same graph, with vertex v renamed to permutation.to_new[v]. Rows ascend, and each vertex
/// keeps its label. O((n + m) log(degree)), parallel. Throws UsageError if `permutation` is not a
/// permutation of the graph's vertices; MemoryError.
[[nodiscard]] Graph relabel(const Graph& graph, const Permutation& permutation, int threads = 0);
/// The same with weights.
template <class W>
[[nodiscard]] WeightedGraph<W> relabel(const WeightedGraph<W>& graph,
                                       const Permutation& permutation, int threads = 0);
extern template WeightedGraph<float> relabel(const WeightedGraph<float>&, const Permutation&, int);
extern template WeightedGraph<double> relabel(const WeightedGraph<double>&, const Permutation&,
                                              int);
extern template WeightedGraph<std::uint32_t> relabel(const WeightedGraph<std::uint32_t>&,
                                                     const Permutation&, int);

}  // namespace strider

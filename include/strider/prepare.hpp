// Graphs prepared for many searches: the preparation is done once, and every search is faster.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "strider/graph.hpp"

namespace strider {

/// The memory layout of a graph for searches.
enum class Layout : std::uint8_t {
  kNone,     ///< the graph as it is
  kDegree,   ///< hubs as bits, and the neighbours of highest degree in columns: for graphs of low
             ///< diameter
  kLocality  ///< blocks of breadth-first order, with the trees outside the core last: for road
             ///< networks, meshes and grids
};

enum class LayoutChoice : std::uint8_t { kByGraph, kDegree, kLocality, kNone };

struct PrepareOptions {
  /// kByGraph chooses by the degrees and a sampled search.
  LayoutChoice layout = LayoutChoice::kByGraph;
  int threads = 0;
};

namespace detail {
struct DegreeLayout;
struct LocalityLayout;
}  // namespace detail

/// When a solver lays the graph out by itself. What it finds is right either way, and distances are
/// the same; a breadth-first search may find other parents.
enum class Preparing : std::uint8_t {
  kNever,  ///< searches the graph as it is
  /// At once where it is known that so many searches follow that it pays; where nothing is known,
  /// once searches of the graph as it is have taken about as long as making the layout does: so all
  /// take about twice as long, at most, as if it had been known. Not at all where there is no
  /// memory for it beside the graph and the solver's own.
  kWhenItPays,
  kAtOnce
};

/// A graph with precomputed data for searches. Copies share storage. The native container stores
/// these data, so that the preparation is needed only once.
class PreparedGraph {
 public:
  /// The graph as it is, with layout kNone.
  explicit PreparedGraph(Graph graph);
  PreparedGraph(Graph graph, std::shared_ptr<const detail::DegreeLayout> layout);
  PreparedGraph(Graph graph, std::shared_ptr<const detail::LocalityLayout> layout);

  [[nodiscard]] Layout layout() const;
  /// The graph in its own numbering, which sources and results use.
  [[nodiscard]] const Graph& graph() const { return graph_; }
  /// The number of bytes besides those of the graph.
  [[nodiscard]] std::uint64_t extra_bytes() const;
  [[nodiscard]] const std::shared_ptr<const detail::DegreeLayout>& degree_layout() const {
    return degree_;
  }
  [[nodiscard]] const std::shared_ptr<const detail::LocalityLayout>& locality_layout() const {
    return locality_;
  }

 private:
  Graph graph_;
  std::shared_ptr<const detail::DegreeLayout> degree_;
  std::shared_ptr<const detail::LocalityLayout> locality_;
};

/// Computes a layout of `graph` for searches. A directed graph gets Layout::kNone. O(n + m),
/// parallel. Throws MemoryError.
[[nodiscard]] PreparedGraph prepare(const Graph& graph, const PrepareOptions& options = {});

[[nodiscard]] std::string_view layout_name(Layout layout);

/// The number of bytes of the layout by weight that a graph brings (WeightedGraph::layout()); 0
/// without one.
[[nodiscard]] std::uint64_t weight_layout_bytes(const AnyGraph& graph);
/// The same graph without it.
[[nodiscard]] AnyGraph without_weight_layout(const AnyGraph& graph);

}  // namespace strider

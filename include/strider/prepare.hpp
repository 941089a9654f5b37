// Graphs prepared for many searches: laid out once, searched fast ever after.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "strider/graph.hpp"

namespace strider {

/// How a graph is laid out for searching.
enum class Layout : std::uint8_t {
  kNone,     ///< as it is
  kDegree,   ///< hubs as bits and the neighbours of highest degree in columns: for graphs of low
             ///< diameter
  kLocality  ///< blocks of breadth-first order, trees hanging off the core last: for road networks,
             ///< meshes and grids
};

enum class LayoutChoice : std::uint8_t { kByGraph, kDegree, kLocality, kNone };

struct PrepareOptions {
  /// kByGraph looks at degrees and at a sampled search to choose.
  LayoutChoice layout = LayoutChoice::kByGraph;
  int threads = 0;
};

namespace detail {
struct DegreeLayout;
struct LocalityLayout;
}  // namespace detail

/// A graph with what searches need precomputed. Copies share storage. The native container stores
/// it, so that the preparation is paid once.
class PreparedGraph {
 public:
  /// A graph as it is, layout kNone.
  explicit PreparedGraph(Graph graph);
  PreparedGraph(Graph graph, std::shared_ptr<const detail::DegreeLayout> layout);
  PreparedGraph(Graph graph, std::shared_ptr<const detail::LocalityLayout> layout);

  [[nodiscard]] Layout layout() const;
  /// The graph in its own numbering: what sources and results refer to.
  [[nodiscard]] const Graph& graph() const { return graph_; }
  /// Bytes taken besides the graph's own.
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

/// Lays `graph` out for searching. A directed graph gets Layout::kNone. O(n + m), parallel. Throws
/// MemoryError.
[[nodiscard]] PreparedGraph prepare(const Graph& graph, const PrepareOptions& options = {});

[[nodiscard]] std::string_view layout_name(Layout layout);

}  // namespace strider

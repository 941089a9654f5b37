// The searches, one factory a method. Each engine keeps its workspace between searches.
#pragma once

#include <memory>
#include <utility>

#include "algorithms/bfs/tree.hpp"
#include "strider/bfs.hpp"
#include "strider/prepare.hpp"

namespace strider::detail {

class BfsEngine {
 public:
  virtual ~BfsEngine() = default;
  /// Fills `tree`, whose arrays may come from an earlier search and are reused where they fit.
  /// Precondition: the sources are vertices, ascending, each once.
  virtual void search(const BfsQuery& query, BfsTree& tree) = 0;
  /// Of BfsSolver::layout().
  [[nodiscard]] virtual Layout layout() const { return Layout::kNone; }
};

/// Solvers of an engine that no method's name leads to: what auto chooses from, by itself.
struct BfsSolverAccess {
  [[nodiscard]] static BfsSolver make_solver(Vertex num_vertices,
                                             std::unique_ptr<BfsEngine> engine) {
    return {num_vertices, std::move(engine)};
  }
};

/// reference/serial.cpp and host/: options.threads is resolved already (>= 1).
std::unique_ptr<BfsEngine> make_serial(Graph graph, const BfsOptions& options);
std::unique_ptr<BfsEngine> make_top_down(Graph graph, const BfsOptions& options);
std::unique_ptr<BfsEngine> make_top_down_local(Graph graph, const BfsOptions& options);
std::unique_ptr<BfsEngine> make_bag(Graph graph, const BfsOptions& options);
std::unique_ptr<BfsEngine> make_vertex_parallel(Graph graph, const BfsOptions& options);
std::unique_ptr<BfsEngine> make_bottom_up(Graph graph, const BfsOptions& options);
std::unique_ptr<BfsEngine> make_direction_optimizing(Graph graph, const BfsOptions& options);

/// What auto chooses from, besides direction-optimizing: for graphs of high diameter as they are,
/// and for each layout.
std::unique_ptr<BfsEngine> make_high_diameter(Graph graph, const BfsOptions& options);
std::unique_ptr<BfsEngine> make_degree_ordered(PreparedGraph graph, const BfsOptions& options);
std::unique_ptr<BfsEngine> make_block_ordered(PreparedGraph graph, const BfsOptions& options);
std::unique_ptr<BfsEngine> make_auto(PreparedGraph graph, const BfsOptions& options);
/// Lays the graph out by itself, as options.preparing says.
std::unique_ptr<BfsEngine> make_auto(Graph graph, const BfsOptions& options);

}  // namespace strider::detail

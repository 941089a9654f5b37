// Serial breadth-first search: the oracle that every other method is held against.
//
//   frontier = the sources
//   for level = 0, 1, ... while the frontier is not empty:
//     for u in frontier:
//       for each neighbour v of u:
//         if v has no parent: u becomes its parent, v gets level + 1 and joins the next frontier
//     frontier = next frontier
//     at the depth asked for: end
//
// Invariant: when level L begins, the vertices with a parent are those at distance <= L from the
// nearest source, and the frontier holds those at distance L. O(n + m).
#include <utility>
#include <vector>

#include "algorithms/bfs/engine.hpp"
#include "algorithms/bfs/tree_writer.hpp"
#include "base/stop.hpp"
#include "base/timer.hpp"
#include "graph/reached_edges.hpp"

namespace strider::detail {
namespace {

class Serial final : public BfsEngine {
 public:
  Serial(Graph graph, const BfsOptions& options)
      : graph_(std::move(graph)), trace_(options.trace), reached_edges_(graph_, 1) {}

  void search(const BfsQuery& query, BfsTree& tree) override {
    const Csr& out = graph_.out();
    const Vertex n = graph_.num_vertices();
    tree_.start(tree, n);
    tree_.clear(0, n);
    for (const Vertex source : query.sources) tree_.set(source, source, 0);
    frontier_.assign(query.sources.begin(), query.sources.end());
    EdgeIndex arcs = 0;
    Vertex reached = 0;
    Level level = 0;
    for (; !frontier_.empty(); ++level) {
      const Timer timer;
      const bool is_last = level == query.depth;
      if (level + 1 == TreeWriter::kFirstWide) {
        tree_.widen(0, n);
        tree_.use_wide();
      }
      EdgeIndex level_arcs = 0;
      next_.clear();
      sequential_for(0, frontier_.size(), [&](std::size_t i) {
        const Vertex u = frontier_[i];
        level_arcs += out.degree(u);
        if (is_last) return;
        for (const Vertex v : out.neighbors(u)) {
          if (tree_.parents()[v] != kNoVertex) continue;
          tree_.set(v, u, level + 1);
          next_.push_back(v);
        }
      });
      if (trace_ == BfsTrace::kLevels) {
        tree.trace.push_back({level, frontier_.size(), level_arcs, BfsDirection::kTopDown,
                              timer.seconds(), is_last ? 0 : level_arcs});
      }
      arcs += level_arcs;
      reached += static_cast<Vertex>(frontier_.size());
      std::swap(frontier_, next_);
    }
    tree.num_reached = reached;
    tree.num_levels = level;
    tree_.finish(tree);
    tree.num_edges_reached = reached_edges_.count(arcs, tree.arrays.parents.span());
  }

 private:
  Graph graph_;
  BfsTrace trace_;
  ReachedEdges reached_edges_;
  TreeWriter tree_;
  std::vector<Vertex> frontier_;
  std::vector<Vertex> next_;
};

}  // namespace

std::unique_ptr<BfsEngine> make_serial(Graph graph, const BfsOptions& options) {
  return std::make_unique<Serial>(std::move(graph), options);
}

}  // namespace strider::detail

// The searches, one factory a method. Each engine keeps its workspace between searches.
#pragma once

#include <memory>

#include "algorithms/sssp/tree.hpp"
#include "strider/sssp.hpp"

namespace strider::detail {

template <class W>
class SsspEngine {
 public:
  virtual ~SsspEngine() = default;
  /// Fills the distances of `tree`, or its own arrays in it and the translator. Of the methods of
  /// the host, `tree` has been started. Precondition: source is a vertex.
  virtual void search(Vertex source, SsspTree<W>& tree) = 0;
  /// Of SsspSolver::delta() and layout().
  [[nodiscard]] virtual double delta() const { return 0; }
  [[nodiscard]] virtual SsspLayout layout() const { return SsspLayout::kNone; }
};

template <class W>
using SsspContextPtr = std::shared_ptr<const SsspContext<W>>;

/// reference/dijkstra.cpp and host/.
template <class W>
std::unique_ptr<SsspEngine<W>> make_dijkstra(SsspContextPtr<W> context);
template <class W>
std::unique_ptr<SsspEngine<W>> make_bellman_ford(SsspContextPtr<W> context);
template <class W>
std::unique_ptr<SsspEngine<W>> make_delta_stepping(SsspContextPtr<W> context);
template <class W>
std::unique_ptr<SsspEngine<W>> make_auto_sssp(SsspContextPtr<W> context);

/// The layout that kAuto searches once it has laid the graph out; null where it never does.
template <class W>
std::shared_ptr<const WeightLayout<W>> suitable_weight_layout(const SsspContext<W>& context);

}  // namespace strider::detail

// The methods, one factory each. What an engine needs again and again it keeps between runs; lists
// of all edges it gives back.
#pragma once

#include <memory>

#include "algorithms/msf/keyed_edge.hpp"
#include "strider/msf.hpp"

namespace strider::detail {

template <class W>
class MsfEngine {
 public:
  virtual ~MsfEngine() = default;
  /// Gives `forest` the edges of the forest, in any order. Throws UsageError for NaN.
  virtual void run(ForestEdges<W>& forest) = 0;
};

/// reference/kruskal.cpp and host/: options.threads is resolved already (>= 1), the graph is
/// undirected.
template <class W>
std::unique_ptr<MsfEngine<W>> make_kruskal(WeightedGraph<W> graph, const MsfOptions& options);
template <class W>
std::unique_ptr<MsfEngine<W>> make_prim(WeightedGraph<W> graph, const MsfOptions& options);
template <class W>
std::unique_ptr<MsfEngine<W>> make_boruvka(WeightedGraph<W> graph, const MsfOptions& options);
template <class W>
std::unique_ptr<MsfEngine<W>> make_filter_kruskal(WeightedGraph<W> graph,
                                                  const MsfOptions& options);
/// What auto runs.
template <class W>
std::unique_ptr<MsfEngine<W>> make_single_pivot_filter_kruskal(WeightedGraph<W> graph,
                                                               const MsfOptions& options);

}  // namespace strider::detail

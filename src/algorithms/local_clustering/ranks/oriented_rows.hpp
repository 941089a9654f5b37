// The edges of a rank's own vertices, each led from the end of lower degree to that of higher
// degree, as host/oriented_edges.hpp leads those of one machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"
#include "ranks/halo.hpp"
#include "ranks/one_d/rows_1d.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Self-loops are left out, parallel edges are one. Ends are local ids.
class OrientedRows {
 public:
  /// `graph` outlives this.
  OrientedRows(Workspace& workspace, const Graph1d& graph, int threads)
      : graph_(graph), threads_(threads) {
    workspace.declare("the numbers of neighbours", degrees_,
                      std::max(graph.local_ids.size(), graph.num_rows()));
    workspace.declare("where rows begin", offsets_, graph.num_rows() + std::size_t{1});
  }

  // In this order:

  void count_neighbors() {
    for_each_row([&](Vertex v) {
      Vertex degree = 0;
      for_each_once(graph_.rows.neighbors(v), [&](Vertex u) { degree += u != v ? 1 : 0; });
      degrees_[v] = degree;
    });
  }
  /// Collective.
  void tell_ghosts(GhostMap& ghosts) {
    ghosts.broadcast<Vertex>(
        graph_, [&](Vertex v) { return degrees_[v]; },
        [&](Vertex ghost, Vertex degree) { degrees_[ghost] = degree; });
  }
  /// The targets are there once the workspace is taken.
  void declare_targets(Workspace& workspace) {
    for_each_row([&](Vertex v) {
      EdgeIndex count = 0;
      for_each_once(graph_.rows.neighbors(v), [&](Vertex u) { count += leads(v, u) ? 1 : 0; });
      offsets_[v] = count;
    });
    offsets_[graph_.num_rows()] = 0;
    workspace.declare("edges", targets_, exclusive_scan(offsets_.span(), threads_));
    workspace.when_taken([this] {
      for_each_row([&](Vertex v) {
        EdgeIndex place = offsets_[v];
        for_each_once(graph_.rows.neighbors(v), [&](Vertex u) {
          if (leads(v, u)) targets_[place++] = u;
        });
      });
    });
  }

  /// Neighbours of an own vertex.
  [[nodiscard]] Vertex degree(Vertex v) const { return degrees_[v]; }
  /// Those of own vertex `v` that its edges lead to, ascending.
  [[nodiscard]] std::span<const Vertex> targets(Vertex v) const {
    return targets_.span().subspan(offsets_[v], num_targets(v));
  }
  /// The most of an own vertex; known before the targets are.
  [[nodiscard]] std::size_t longest() const {
    std::size_t most = 0;
    for (Vertex v = 0; v < graph_.num_rows(); ++v) most = std::max(most, num_targets(v));
    return most;
  }
  /// Whether an edge of own vertex `v` leads from it to `u`. All ranks order vertices alike: by
  /// degree, then by owner, then as the owner numbers them.
  [[nodiscard]] bool leads(Vertex v, Vertex u) const {
    if (degrees_[v] != degrees_[u]) return degrees_[v] < degrees_[u];
    if (u < graph_.num_rows()) return v < u;
    return graph_.rank < graph_.owner_of(local_id(u));
  }
  /// body(u) for each u of `row`, which ascends, once.
  template <class F>
  static void for_each_once(std::span<const Vertex> row, const F& body) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i == 0 || row[i] != row[i - 1]) body(row[i]);
    }
  }

 private:
  [[nodiscard]] std::size_t num_targets(Vertex v) const {
    return offsets_[v + std::size_t{1}] - offsets_[v];
  }
  template <class F>
  void for_each_row(const F& body) const {
    parallel_for(0, graph_.num_rows(), threads_,
                 [&](std::size_t v) { body(static_cast<Vertex>(v)); });
  }

  const Graph1d& graph_;
  int threads_;
  Array<Vertex> degrees_;     ///< by local id
  Array<EdgeIndex> offsets_;  ///< by own vertex
  Array<Vertex> targets_;
};

}  // namespace strider::detail

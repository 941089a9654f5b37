// Which subgraphs of a rank are searched backward on a level (Pan, Pearce and Owens 2018, section
// IV-B), from what the previsits counted.
#pragma once

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/counts.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/subgraphs.hpp"

namespace strider::detail::STRIDER_DEVICE {

class Directions {
 public:
  /// Both outlive this.
  Directions(const DelegateBfsSettings& settings, const SubgraphsOnDevice& subgraphs)
      : settings_(settings), subgraphs_(subgraphs) {}

  bool dd = false;
  bool dn = false;
  bool nd = false;
  [[nodiscard]] bool any() const { return dd || dn || nd; }

  void restart() {
    dd = dn = nd = false;
    dd_unvisited_ = subgraphs_.dd.num_sources();
    dn_unvisited_ = subgraphs_.dn.num_sources();
    nd_unvisited_ = subgraphs_.nd.num_sources();
  }
  // Each once a level that has such vertices in its frontier.
  void choose_dd(const DelegateCounts& delegates) {
    choose(dd, {subgraphs_.dd, delegates.dd_rows, delegates.dd_arcs, dd_unvisited_},
           {subgraphs_.in().dd, delegates.dd_unvisited}, settings_.dd);
  }
  /// Of the rows of nd, of arcs into vertices, those of normal vertices not visited look for
  /// delegates.
  void choose_dn(const DelegateCounts& delegates, const NormalCounts& normals) {
    choose(dn, {subgraphs_.dn, delegates.dn_rows, delegates.dn_arcs, dn_unvisited_},
           {subgraphs_.in().nd, normals.nd_unvisited}, settings_.dn);
  }
  void choose_nd(const DelegateCounts& delegates, const NormalCounts& normals) {
    choose(nd, {subgraphs_.nd, normals.nd_rows, normals.nd_arcs, nd_unvisited_},
           {subgraphs_.in().dn, delegates.dn_unvisited}, settings_.nd);
  }

 private:
  struct Forward {
    const SubgraphOnDevice& subgraph;
    u64 rows;  ///< of the frontier, with arcs
    u64 arcs;
    u64& unvisited;  ///< rows with arcs; the frontier's leave it
  };
  struct Backward {
    const SubgraphOnDevice& reversed;
    u64 unvisited;
  };
  void choose(bool& backward, const Forward& forward, const Backward& back,
              const SwitchFactors& factors) const {
    if (settings_.search.direction == DistBfsSettings::Direction::kTopDown) return;
    forward.unvisited -= forward.rows;
    LevelCost work;
    work.forward = static_cast<double>(forward.arcs);
    work.backward = settings_.backward_workload == BackwardWorkload::kVertices
                        ? backward_work_by_vertices(back.unvisited, forward.rows, forward.unvisited)
                        : backward_work({.unvisited = back.unvisited,
                                         .arcs = static_cast<double>(forward.subgraph.num_arcs()),
                                         .mean_row = back.reversed.mean_row()},
                                        work.forward);
    backward = goes_backward(backward, work, factors);
  }

  const DelegateBfsSettings& settings_;
  const SubgraphsOnDevice& subgraphs_;
  u64 dd_unvisited_ = 0;
  u64 dn_unvisited_ = 0;
  u64 nd_unvisited_ = 0;
};

}  // namespace strider::detail::STRIDER_DEVICE

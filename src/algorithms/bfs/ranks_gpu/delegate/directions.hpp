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

  void restart() { dd = dn = nd = false; }
  /// Of a level with delegates in its frontier.
  void choose_dd(const DelegateCounts& delegates) {
    choose(dd, subgraphs_.dd, delegates.dd_arcs, subgraphs_.in().dd, delegates.dd_unvisited,
           settings_.dd);
  }
  /// Of the rows of nd, of arcs into vertices, those of normal vertices not visited look for
  /// delegates.
  void choose_dn(const DelegateCounts& delegates, const NormalCounts& normals) {
    choose(dn, subgraphs_.dn, delegates.dn_arcs, subgraphs_.in().nd, normals.nd_unvisited,
           settings_.dn);
  }
  void choose_nd(const DelegateCounts& delegates, const NormalCounts& normals) {
    choose(nd, subgraphs_.nd, normals.nd_arcs, subgraphs_.in().dn, delegates.dn_unvisited,
           settings_.nd);
  }

 private:
  void choose(bool& backward, const SubgraphOnDevice& forward, u64 arcs,
              const SubgraphOnDevice& reversed, u64 unvisited, const SwitchFactors& factors) const {
    if (settings_.search.direction == DistBfsSettings::Direction::kTopDown) return;
    LevelCost work;
    work.forward = static_cast<double>(arcs);
    work.backward = backward_work({.unvisited = unvisited,
                                   .arcs = static_cast<double>(forward.num_arcs()),
                                   .mean_row = reversed.mean_row()},
                                  work.forward);
    backward = goes_backward(backward, work, factors);
  }

  const DelegateBfsSettings& settings_;
  const SubgraphsOnDevice& subgraphs_;
};

}  // namespace strider::detail::STRIDER_DEVICE

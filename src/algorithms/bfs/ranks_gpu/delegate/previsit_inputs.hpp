// What previsits read and write of a search.
#pragma once

#include "algorithms/bfs/ranks_gpu/delegate/previsit.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/state.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/subgraphs.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The delegates of the mask are the frontier of `level`.
[[nodiscard]] inline DelegatePrevisit delegate_previsit(const DelegateState& state,
                                                        const SubgraphsOnDevice& subgraphs,
                                                        u32 level) {
  return {.mask = state.mask.data(),
          .visited = state.delegates_visited.data(),
          .reached = state.delegates_reached.data(),
          .levels = state.delegate_levels.data(),
          .dd = subgraphs.dd.rows(),
          .dn = subgraphs.dn.rows(),
          .dd_sources = subgraphs.in().dd.sources(),
          .dn_sources = subgraphs.in().dn.sources(),
          .dd_queue = state.dd_queue.data(),
          .dn_queue = state.dn_queue.data(),
          .counts = state.delegate_counts.data(),
          .level = level};
}

/// The normal vertices found from `begin` on are the frontier of `level`.
[[nodiscard]] inline NormalPrevisit normal_previsit(const DelegateState& state,
                                                    const SubgraphsOnDevice& subgraphs, u32 begin,
                                                    u32 level) {
  return {.found = state.found.data(),
          .marks = state.marks.data(),
          .visited = state.visited.data(),
          .levels = state.levels.data(),
          .nd = subgraphs.nd.rows(),
          .nn = subgraphs.nn.rows(),
          .nd_sources = subgraphs.in().nd.sources(),
          .nd_queue = state.nd_queue.data(),
          .nn_queue = state.nn_queue.data(),
          .counts = state.counts.data(),
          .begin = begin,
          .level = level};
}

}  // namespace strider::detail::STRIDER_DEVICE

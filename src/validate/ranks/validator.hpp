// Validation of searches that ranks share, against the input tuples. It shares the tuples out by
// itself and never looks at the graph that was searched.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "ranks/edges/tuples.hpp"
#include "ranks/results/tree_block.hpp"
#include "strider/dist.hpp"
#include "strider/sssp.hpp"
#include "strider/types.hpp"
#include "strider/validate.hpp"

namespace strider::detail {

/// Checks a breadth-first tree by the rules of validate_bfs, with the same findings and messages.
/// `tree` is by tuples.owners(); it may hold any values; kUnreached is the level of an unreached
/// vertex. O((n + m) / p) a rank and O(log n) exchanges where there may be cycles, else three.
/// Throws UsageError where a source is no vertex, or there is none. Collective.
template <class W>
[[nodiscard]] DistValidation<BfsRule> validate_levels(const comm::Communicator& comm,
                                                      const Tuples<W>& tuples,
                                                      const DistBfsQuery& query,
                                                      const TreeBlock<Level>& tree, int threads);

/// Checks a tree of shortest paths by the rules of validate_sssp in the same way. T is W, or
/// NoWeight where each tuple weighs 1. Collective.
template <class W, class T>
[[nodiscard]] DistValidation<SsspRule> validate_distances(const comm::Communicator& comm,
                                                          const Tuples<T>& tuples,
                                                          GlobalVertex source,
                                                          const TreeBlock<SsspDistance<W>>& tree,
                                                          const SsspValidationOptions& options);

}  // namespace strider::detail

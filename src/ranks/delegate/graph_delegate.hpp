// Building a graph separated by degrees from the slices of all ranks (Pan, Pearce and Owens 2018,
// section III, Algorithm 1).
#pragma once

#include <cstdint>
#include <optional>

#include "base/shuffle.hpp"
#include "comm/communicator.hpp"
#include "partition/delegates.hpp"
#include "ranks/delegate/separated_graph.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/edges/redistribute.hpp"

namespace strider::detail {

struct GraphDelegateOptions {
  /// Degrees above it make delegates; chosen from the degrees where it is not given.
  std::optional<std::uint64_t> threshold = std::nullopt;
  Shuffle shuffle = {};
  Duplicates duplicates = Duplicates::kRemove;
  RedistributeSettings redistribute = {};
};

/// Builds the graph of the slices of all ranks. Loops go; of parallel edges one stays, the heaviest
/// with Duplicates::kKeepHeaviest, else the lightest: the rows have no room for more. Then degrees
/// are counted. Each rank gets the rows of the vertices it owns, in a directed graph of arcs out of
/// them and into them, so it has every arc that Algorithm 1 gives it, both ways, and none travels a
/// second time.
///
/// Takes at most, on a rank that owns v vertices, is sent `a` ends of arcs, of which it keeps h by
/// Algorithm 1, and has r nn arcs to other ranks: 4 a to 8 a bytes, as keys need (ArcBuckets), and
/// redistribute_bytes while edges travel; 8 v and SortedArcs::sorting_bytes more when they are
/// sorted; 84 d for d delegates. When arcs become subgraphs, 4 h to 8 h instead of the arcs,
/// 16 v + 16 d + 8 d threads + 8 r, and the larger of, with threads, 8 r and of 4 r, the columns of
/// delegates and what those of vertices are more than the arcs that have been read
/// (SortedArcs::growth; and the weights of as many arcs); of a directed graph 16 v + 8 d +
/// 8 d threads more. Each is asked for before it is taken, on all ranks of a machine together;
/// GraphDelegate::build_steps has the figures.
///
/// Throws on all ranks UsageError where an end is no vertex, or a subgraph of a rank has 2^32 arcs;
/// MemoryError; what the source throws. Collective.
[[nodiscard]] GraphDelegate build_graph_delegate(const comm::Communicator& comm,
                                                 const EdgeSource& source,
                                                 const GraphDelegateOptions& options = {});
/// The same with weights of type W, which must be the source's.
template <EdgeWeight W>
[[nodiscard]] WeightedGraphDelegate<W> build_weighted_graph_delegate(
    const comm::Communicator& comm, const EdgeSource& source,
    const GraphDelegateOptions& options = {});

}  // namespace strider::detail

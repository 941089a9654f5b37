// The edges of the input and of a claimed forest where they are compared: those between the same
// ends on one rank.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "graph/weight_order.hpp"
#include "partition/owner_map.hpp"
#include "ranks/edges/edge_source.hpp"
#include "strider/array.hpp"
#include "strider/dist_msf.hpp"
#include "strider/graph.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// An edge by the local ids of its ends, u <= v, and the place of its weight in the order of
/// weights.
template <class Key>
struct ComparedEdge {
  Key key;
  std::uint32_t u;
  std::uint32_t v;
};

/// What one rank compares.
template <class Key>
struct ComparedEdges {
  /// Blocks of consecutive vertices: the validation shares them out by itself.
  OwnerMap owners;
  /// The ends of all edges here, ascending: local ids.
  std::vector<GlobalVertex> vertices;
  /// Of the input, without self-loops, in any order.
  Array<ComparedEdge<Key>> input;
  /// Of the forest, ascending by (u, v, key).
  Array<ComparedEdge<Key>> claims;
};

struct ForestCheckOptions {
  MsfObjective objective = MsfObjective::kMinimum;
  int threads = 1;
  /// Edges read at a time; 0: as many as redistribute() chooses.
  std::uint64_t chunk = 0;
};

/// Brings the edges of all ranks' slices, and those claimed, to the owner of one of their ends;
/// which one depends on nothing but the ends, and is each of them for half of the edges. `claims`
/// have two vertices, u <= v, and a weight. W is the type of the source's weights. Peak: 40 bytes
/// an edge. Throws on all ranks UsageError where an end is no
/// vertex or a rank's edges name 2^32 vertices, WeightError where a weight is no number,
/// MemoryError, what the source throws. Collective.
template <class W>
[[nodiscard]] ComparedEdges<WeightKey<W>> collect_forest_edges(
    const comm::Communicator& comm, const EdgeSource& source,
    std::span<const GlobalMsfEdge<W>> claims, const ForestCheckOptions& options);

}  // namespace strider::detail

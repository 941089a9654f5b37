// What a rank holds of a graph of which every rank holds the adjacency of its own vertices:
// distribution in one dimension (Pan, Pearce and Owens call it 1D; Buluc and Madduri 2011, section
// 3.1). graph_1d.hpp builds it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "partition/owner_map.hpp"
#include "ranks/one_d/local_ids.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// One rank's part. Copies share storage.
///
/// Row v is the adjacency of the vertex that the rank calls v; its entries are local ids (see
/// LocalIds), ascending: the rank's own vertices come first and are called in local ids as in rows.
/// An undirected edge stands in the rows of both ends, a self-loop once.
struct Graph1d {
  OwnerMap owners;
  int rank = 0;
  Directedness directedness = Directedness::kUndirected;
  /// Which end of a directed edge is the row; the other is named by its local id.
  enum class RowEnd : std::uint8_t { kSource, kTarget };
  RowEnd row_end = RowEnd::kSource;

  /// By own vertex. Its "vertices" are LocalVertex, its targets LocalId.
  Csr rows;
  LocalIds local_ids;
  /// By rank: which own vertices have local ids there.
  std::vector<Subscriber> subscribers;

  // Of all ranks together:
  EdgeIndex num_edges = 0;  ///< undirected edges once
  EdgeIndex num_arcs = 0;
  EdgeIndex num_self_loops = 0;

  [[nodiscard]] std::uint32_t num_rows() const { return owners.size(rank); }
  [[nodiscard]] int owner_of(LocalId local_id) const { return local_ids.owner_of(local_id); }
  [[nodiscard]] LocalVertex local_of(LocalId local_id) const {
    return local_ids.local_of(local_id);
  }
  /// The vertex as the input numbers it.
  [[nodiscard]] GlobalVertex global_of(LocalId local_id) const {
    return owners.global(local_ids.locate(local_id));
  }
  [[nodiscard]] GlobalVertex global_of(LocalVertex vertex) const {
    return owners.global(rank, vertex);
  }
};

}  // namespace strider::detail

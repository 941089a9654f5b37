// One rank's part of a weighted graph as a search for shortest paths reads it, whichever scheme
// distributed it. A graph partitioned by 1d is one without delegates; one partitioned by 2d has
// copies of vertices in their place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/prefetch.hpp"
#include "base/workspace.hpp"
#include "comm/encoding/encoding.hpp"
#include "partition/grid.hpp"
#include "partition/owner_map.hpp"
#include "ranks/delegate/separated_graph.hpp"
#include "ranks/one_d/peer_ghosts.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// An arc by the input's numbers of vertices.
struct ArcEnds {
  GlobalVertex from = kNoGlobalVertex;
  GlobalVertex to = kNoGlobalVertex;

  [[nodiscard]] auto operator<=>(const ArcEnds&) const = default;
};

/// Rows of arcs, in each the lightest first; of equal weights by local id.
template <class W>
struct WeightedRows {
  Array<EdgeIndex> begins;  ///< one more than rows
  Array<Vertex> local_ids;
  Array<W> weights;

  [[nodiscard]] EdgeIndex begin(Vertex row) const { return begins[row]; }
  [[nodiscard]] EdgeIndex end(Vertex row) const { return begins[row + 1ULL]; }
  [[nodiscard]] Vertex target(EdgeIndex arc) const { return local_ids[arc]; }
  [[nodiscard]] W weight(EdgeIndex arc) const { return weights[arc]; }
  void prefetch_offset(Vertex row) const { prefetch_to_read(begins.data() + row); }
  void prefetch_arc(EdgeIndex arc) const {
    prefetch_to_read(local_ids.data() + arc);
    prefetch_to_read(weights.data() + arc);
  }
};

/// What this rank and another know of each other's vertices. Messages name a vertex by its ghost
/// index.
struct PathPeer : PeerGhosts {
  /// The other rank's numbers of its vertices by ghost index; empty: the index is the number.
  std::span<const std::uint32_t> locals = {};
  /// What PathGraph::neighbors() calls ghost 0.
  Vertex first_neighbor = 0;
};

/// Local ids: first the rank's own vertices, then delegates, then for each other rank a range of
/// ghosts. Own vertices and delegates have rows, of the same number. Delegates, and each range,
/// begin at a multiple of 64, so that they can be cut out of bitmaps; the local ids before stand
/// for nothing, and their rows are empty.
///
/// On a grid of ranks, the rank holds arcs from the vertices of its column to those of its row. The
/// other vertices of the column have rows as delegates have, and are called copies; those of the
/// row are ghosts. An own vertex has a row for its arcs that are held here. All blocks are as long:
/// first the own one, then those of the other ranks of the column, then those of the row.
template <class W>
struct PathGraph {
  OwnerMap owners;
  int rank = 0;
  bool is_undirected = true;
  std::uint64_t num_arcs = 0;         ///< of this rank's rows
  std::uint64_t num_arcs_of_all = 0;  ///< of all ranks

  Vertex num_own = 0;
  Vertex delegates = 0;  ///< the local id of delegate 0, or of the first copy
  Vertex num_delegates = 0;
  Vertex num_local_ids = 0;
  std::vector<PathPeer> peers;  ///< by rank
  /// Where there are delegates: what is known of them.
  const GraphDelegate* separated = nullptr;
  /// Where the rank stands on a grid.
  std::optional<GridPlace> grid = std::nullopt;
  /// Arcs of own vertices on all ranks, where rows do not have them all.
  std::span<const std::uint32_t> degrees = {};

  WeightedRows<W> rows;

  /// The weights as they were read, in parts, for a look before they are sorted; and the ends of
  /// the arc at that place of a part.
  std::vector<std::span<const W>> weights;
  std::function<ArcEnds(std::size_t part, std::size_t place)> ends_of;
  /// The neighbours of an own vertex that are no delegates, ascending.
  std::function<std::span<const Vertex>(Vertex v)> neighbors;

  [[nodiscard]] Vertex num_rows() const { return delegates + num_delegates; }
  [[nodiscard]] bool has_copies() const { return grid && num_delegates > 0; }
  /// Arcs of an own vertex on all ranks.
  [[nodiscard]] EdgeIndex degree(Vertex v) const {
    return degrees.empty() ? rows.end(v) - rows.begin(v) : degrees[v];
  }
  /// The first local id behind those with rows.
  [[nodiscard]] Vertex ghosts() const { return grid ? num_rows() : peers.front().range_begin; }
  [[nodiscard]] const PathPeer& peer(int of_rank) const {
    return peers[static_cast<std::size_t>(of_rank)];
  }
  /// Whether what this rank knows of the other's vertices are copies of them.
  [[nodiscard]] bool is_in_column(int of_rank) const {
    return grid && grid->column_of(of_rank) == grid->column();
  }
  /// The most ghosts that this rank and another share.
  [[nodiscard]] std::uint32_t most_ghosts() const;
  /// Bytes of the largest message of distances to and from a peer; 0: none travels.
  [[nodiscard]] std::size_t message_bound(int of_rank, comm::Encoding encoding) const;

  /// As the input numbers it. O(log ranks) of a ghost.
  [[nodiscard]] GlobalVertex global_of(Vertex local_id) const;
  [[nodiscard]] GlobalVertex global_of(const PathPeer& peer, std::uint32_t ghost) const {
    const std::uint32_t local = peer.locals.empty() ? ghost : peer.locals[ghost];
    return owners.global(peer.rank, local_vertex(local));
  }
  /// What another rank calls by that local id: one of its own vertices or, on a grid, any.
  [[nodiscard]] GlobalVertex named_by(int of_rank, Vertex local_id) const;
  /// The ghost index of the only neighbour that an own vertex has on another rank; kNoVertex where
  /// it has several, or where rows do not say whose they are: those of directed edges, and of a
  /// grid.
  [[nodiscard]] std::uint32_t only_ghost(Vertex v, const PathPeer& peer) const;

  // What the spans above look at.
  std::shared_ptr<const void> graph;
  Array<std::uint32_t> subscribed;  ///< own vertices that are ghosts elsewhere, by rank
};

/// The part that `graph` is, which it keeps: a WeightedGraph1d<W>, a WeightedGraphDelegate<W> or a
/// WeightedGraph2d<W>. Rows, and the ghosts of other ranks, are there once `workspace` has been
/// taken, by `threads` threads. Throws UsageError where local ids do not count in 32 bits.
template <class W, class Graph>
[[nodiscard]] std::unique_ptr<PathGraph<W>> make_path_graph(Workspace& workspace,
                                                            std::shared_ptr<const Graph> graph,
                                                            int threads);

extern template struct PathGraph<float>;
extern template struct PathGraph<double>;
extern template struct PathGraph<std::uint32_t>;

}  // namespace strider::detail

// A graph separated by degrees, as one rank holds it (Pan, Pearce and Owens 2018, section III).
//
// Vertices belong to ranks in turn (v mod p). Those of high degree are delegates: every rank has a
// copy, under a number that all ranks share. Arcs lie where Algorithm 1 puts them, in four
// subgraphs by the kinds of their ends; only an arc between normal vertices may lead to another
// rank. The degree of a vertex counts its arcs, those of a directed graph in both directions: all
// of them must lie somewhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "partition/ids.hpp"
#include "partition/owner_map.hpp"
#include "ranks/memory/memory_steps.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// A delegate as all ranks number it: 0 .. d-1, by descending degree.
enum class DelegateId : std::uint32_t {};
[[nodiscard]] constexpr std::uint32_t index(DelegateId delegate) {
  return static_cast<std::uint32_t>(delegate);
}
/// "No delegate": a normal vertex.
inline constexpr std::uint32_t kNoDelegate = 0xFFFF'FFFFU;

/// Compressed sparse rows of fewer than 2^32 arcs: what fits a rank.
struct SmallRows {
  Array<std::uint32_t> offsets;  ///< one more than rows, ascending from 0
  Array<std::uint32_t> columns;  ///< ascending in each row

  [[nodiscard]] std::uint32_t num_rows() const {
    return static_cast<std::uint32_t>(offsets.size() - 1);
  }
  [[nodiscard]] std::uint32_t degree(std::size_t row) const {
    return offsets[row + 1] - offsets[row];
  }
  [[nodiscard]] std::span<const std::uint32_t> row(std::size_t row) const {
    return columns.span().subspan(offsets[row], degree(row));
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return offsets.span().size_bytes() + columns.span().size_bytes();
  }
};

/// What a rank keeps of arcs that lead one way: out of a vertex, or into it. Columns are the ends
/// that they lead to, or come from.
struct ArcSubgraphs {
  /// Rows by LocalVertex; empty of delegates. A column below num_local is a vertex of this rank,
  /// any other one num_local more than a ghost.
  SmallRows nn;
  SmallRows nd;  ///< rows by LocalVertex, columns DelegateId
  SmallRows dn;  ///< rows by DelegateId, columns LocalVertex of this rank
  SmallRows dd;  ///< rows and columns by DelegateId

  /// Ghosts are the normal vertices of other ranks that columns of nn stand for, by rank, then by
  /// LocalVertex there: those of rank r are ghost_begin[r] .. ghost_begin[r+1]-1. A column takes 4
  /// bytes and a ghost 4, so that an nn arc never takes more than the 8 bytes of Table I.
  std::vector<std::uint32_t> ghost_begin;
  Array<std::uint32_t> ghost_vertices;

  [[nodiscard]] std::uint32_t num_ghosts() const { return ghost_begin.back(); }
  /// Whether an own vertex has any of these arcs, with normal vertices or delegates.
  [[nodiscard]] bool has_arcs(std::size_t normal) const {
    return nn.degree(normal) + nd.degree(normal) > 0;
  }
};

/// The bytes of the subgraphs of a rank, or of all.
struct SubgraphBytes {
  std::uint64_t nn = 0;  ///< with the table of ghosts
  std::uint64_t nd = 0;
  std::uint64_t dn = 0;
  std::uint64_t dd = 0;
  [[nodiscard]] std::uint64_t total() const { return nn + nd + dn + dd; }
};

/// Sizes of the whole graph, the same on all ranks.
struct DelegateSizes {
  std::uint64_t vertices = 0;
  std::uint64_t delegates = 0;
  std::uint64_t arcs = 0;  ///< two an undirected edge, after loops and duplicates are removed
  std::uint64_t nn = 0;    ///< of them between normal vertices,
  std::uint64_t nd = 0;    ///< from normal vertices to delegates,
  std::uint64_t dn = 0;    ///< from delegates to normal vertices,
  std::uint64_t dd = 0;    ///< between delegates
  std::uint64_t ways = 1;  ///< that each arc is kept: 2 in a directed graph
};

/// The total of the paper's Table I: 8n + 8dp + 4m + 4|Enn| bytes on all ranks, for each way that
/// arcs are kept.
[[nodiscard]] constexpr std::uint64_t table_one_bytes(const DelegateSizes& sizes, int ranks) {
  return sizes.ways *
         (8 * sizes.vertices + 8 * sizes.delegates * static_cast<std::uint64_t>(ranks) +
          4 * sizes.arcs + 4 * sizes.nn);
}

/// The subgraphs that it is made of are those of arcs out of a vertex. An undirected edge is an arc
/// each way: dn is nd transposed, and dd symmetric, on every rank. Of directed edges the arcs into
/// a vertex are kept, too, each of nd, dn and dd by the rank that keeps the arc itself, those of nn
/// by the owner of their target.
struct GraphDelegate : ArcSubgraphs {
  /// A delegate that this rank owns.
  struct Own {
    DelegateId delegate;
    LocalVertex vertex;
  };

  OwnerMap owners;
  int rank = 0;
  std::uint64_t threshold = 0;
  DelegateSizes sizes;
  std::uint32_t num_local = 0;      ///< vertices that this rank owns
  std::uint32_t num_delegates = 0;  ///< of all ranks

  Array<GlobalVertex> delegates;   ///< by DelegateId: their names in the input
  std::vector<Own> own_delegates;  ///< ascending by vertex

  Directedness directedness = Directedness::kUndirected;
  ArcSubgraphs into;  ///< of a directed graph: its arcs into a vertex

  /// What each step of the building took of this rank's memory.
  std::vector<MemoryStep> build_steps;

  [[nodiscard]] bool is_directed() const { return directedness == Directedness::kDirected; }
  /// The arcs into a vertex, by which a search goes backward and parents are found.
  [[nodiscard]] const ArcSubgraphs& in() const { return is_directed() ? into : *this; }
  [[nodiscard]] SubgraphBytes subgraph_bytes() const;
  /// The delegate that `vertex` of this rank is, or kNoDelegate. O(log).
  [[nodiscard]] std::uint32_t delegate_of(LocalVertex vertex) const;
  /// What rank `of_rank` means by a parent id: a DelegateId, or num_delegates more than a
  /// LocalVertex of it.
  [[nodiscard]] GlobalVertex named(std::uint32_t parent_id, int of_rank) const {
    return parent_id < num_delegates
               ? delegates[parent_id]
               : owners.global(of_rank, local_vertex(parent_id - num_delegates));
  }
  [[nodiscard]] GlobalVertex global(LocalVertex vertex) const {
    return owners.global(rank, vertex);
  }
  /// Of a column of nn, or of dn. O(log p) of a ghost.
  [[nodiscard]] GlobalVertex global_of_local_id(std::uint32_t column) const {
    if (column < num_local) return global(local_vertex(column));
    const std::uint32_t ghost = column - num_local;
    const auto after = std::upper_bound(ghost_begin.begin(), ghost_begin.end(), ghost);
    return owners.global(static_cast<int>(after - ghost_begin.begin()) - 1,
                         local_vertex(ghost_vertices[ghost]));
  }
};

/// The same with the weights of the arcs out of a vertex.
template <class W>
struct WeightedGraphDelegate {
  GraphDelegate graph;
  Array<W> nn;
  Array<W> nd;
  Array<W> dn;
  Array<W> dd;
};

}  // namespace strider::detail

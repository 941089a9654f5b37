// Facts of an adjacency that readers check and writers record.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "graph/arc_sums.hpp"
#include "strider/graph.hpp"

namespace strider {

/// What the arcs of an adjacency are, by counting. Facts of disjoint ranges of arcs add up.
struct ArcFacts {
  EdgeIndex self_loops = 0;  ///< entries v in the row of v
  EdgeIndex repeats = 0;     ///< entries that are not above the one before in their row
  Vertex largest = 0;        ///< the largest target
  ArcSums sums;

  void add(const ArcFacts& other);
};

/// An adjacency as it is being read.
struct AdjacencyView {
  std::span<const EdgeIndex> offsets;  ///< one more than rows
  const Vertex* targets;
};

/// The facts of arcs begin .. end-1, of which rows may be cut anywhere. `weights` holds the weights
/// of all arcs: the sums then include them. Preconditions: the offsets ascend from 0 to the number
/// of arcs; targets may be anything. O(arcs + rows), sequential.
[[nodiscard]] ArcFacts arc_facts(const AdjacencyView& rows, EdgeIndex begin, EdgeIndex end);
template <class W>
[[nodiscard]] ArcFacts arc_facts(const AdjacencyView& rows, std::span<const W> weights,
                                 EdgeIndex begin, EdgeIndex end);
[[nodiscard]] ArcFacts arc_facts(const Csr& csr, EdgeIndex begin, EdgeIndex end);
template <class W>
[[nodiscard]] ArcFacts arc_facts(const Csr& csr, std::span<const W> weights, EdgeIndex begin,
                                 EdgeIndex end);

/// Throws InputError, naming `origin`: an edge leads to `target`, which is no vertex.
[[noreturn]] void throw_no_vertex(Vertex target, Vertex num_vertices, const std::string& origin);
/// Throws InputError, naming `origin`, where the offsets of consecutive vertices, of which the
/// first is `first`, descend or exceed `num_arcs`. O(offsets), sequential.
void check_offsets(std::span<const EdgeIndex> offsets, EdgeIndex num_arcs, std::uint64_t first,
                   const std::string& origin);

// Each in O(n + m), parallel.

/// Throws InputError, naming `origin`, where offsets do not ascend from 0 to the number of arcs, or
/// are none: the first half of check_csr.
void check_offsets(const Csr& csr, const std::string& origin, int threads);
/// The facts of all arcs. Precondition: that of the facts of a range.
[[nodiscard]] ArcFacts arc_facts(const Csr& csr, int threads);
template <class W>
[[nodiscard]] ArcFacts arc_facts(const Csr& csr, std::span<const W> weights, int threads);

// For an adjacency that passed check_csr.

/// No row repeats a neighbour or goes back.
[[nodiscard]] bool rows_strictly_ascend(const Csr& csr, int threads);
/// Vertices without an edge in either direction. Builds the transpose of a directed graph.
[[nodiscard]] Vertex count_isolated(const Graph& graph, int threads);

}  // namespace strider

// A graph on a grid of ranks whose arcs have weights.
#pragma once

#include "ranks/edges/edge_source.hpp"
#include "ranks/two_d/graph_2d.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// One rank's part. Every vertex has a row and a column, isolated ones as well: so a rank can name
/// the vertices of both.
template <EdgeWeight W>
struct WeightedGraph2d {
  Graph2d graph;  ///< its matrices are kCsc
  /// weights[i] belongs to the i-th entry of graph.by_source.
  Array<W> weights;
};

/// As build_graph_2d, with the source's weights; of parallel edges the lightest stays, or the
/// heaviest where `settings` say so. Where the source has no weights, every edge weighs 1. Of
/// `settings`, what says how arcs and matrices are stored is not looked at.
///
/// Takes at most, on a rank that holds `a` arcs as they were listed and stores k of them, in a
/// matrix of r rows and c columns: what an arc takes in ArcBuckets, a times, and redistribute_bytes
/// while edges travel; 8 c and SortedArcs::sorting_bytes more when they are sorted, and
/// SortedArcs::growth when they become columns; then 8 k and the weights, 8 c and 8 r, and what
/// ColumnDegrees takes. Each is asked for before it is taken, on all ranks of a machine together;
/// Graph2d::memory has the figures.
///
/// Throws UsageError also where weights are of another type than W, or one is not a number, and
/// where 32 bits do not number the rows or the columns that a rank has. Collective.
template <EdgeWeight W>
[[nodiscard]] WeightedGraph2d<W> build_weighted_graph_2d(const comm::Communicator& world,
                                                         const EdgeSource& source,
                                                         const Graph2dSettings& settings);

extern template WeightedGraph2d<float> build_weighted_graph_2d(const comm::Communicator&,
                                                               const EdgeSource&,
                                                               const Graph2dSettings&);
extern template WeightedGraph2d<double> build_weighted_graph_2d(const comm::Communicator&,
                                                                const EdgeSource&,
                                                                const Graph2dSettings&);
extern template WeightedGraph2d<std::uint32_t> build_weighted_graph_2d(const comm::Communicator&,
                                                                       const EdgeSource&,
                                                                       const Graph2dSettings&);

}  // namespace strider::detail

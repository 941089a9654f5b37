// Parts of text files whose header counts vertices and edges.
#pragma once

#include <cstdint>
#include <functional>

#include "graph/arc_sums.hpp"
#include "io/readers.hpp"
#include "io/text/rows.hpp"

namespace strider {

/// What the rows say that begin in one part of the bytes behind the header. The parts together are
/// the file: each rank of a cluster reads one. All but the rows are of the whole file, the same in
/// every part.
struct CountedSlice {
  std::uint64_t num_vertices = 0;
  RawEdges<Edge> raw;      ///< between 0 and num_vertices-1; labels start from 1
  std::uint64_t rows = 0;  ///< of this part, as the file lists them
  /// Whether the file says that it lists both arcs of each edge. Those of this part then have the
  /// sums `arcs`, and weights are in `raw` even where `weights` is kNo: settle_both_arcs decides.
  bool says_both_arcs = false;
  ArcSums arcs;
  ReadWeights weights = ReadWeights::kNo;  ///< whether `raw` has weights
  InputFacts facts;
  /// Throws InputError where the file should have another number of rows than `all_rows`.
  std::function<void(std::uint64_t all_rows)> check_rows;
};

/// Leaves each edge of a slice that says_both_arcs once, if all arcs of the file, whose sums are
/// `all_arcs`, have a reverse of the same weight. Otherwise the graph is directed, with a note.
void settle_both_arcs(CountedSlice& slice, const ArcSums& all_arcs, const ReadOptions& options);

// Throw InputError with the line in the whole file, MemoryError. Views of `input` stay in
// check_rows.

/// Precondition: the layout is coordinate; matrix_market_is_array tells.
[[nodiscard]] CountedSlice parse_matrix_market_slice(const NamedText& input,
                                                     const ReadOptions& options, int part,
                                                     int parts);
[[nodiscard]] bool matrix_market_is_array(const NamedText& input);
[[nodiscard]] CountedSlice parse_dimacs_slice(const NamedText& input, const ReadOptions& options,
                                              int part, int parts);

}  // namespace strider

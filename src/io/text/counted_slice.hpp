// Parts of text files whose header counts vertices and edges.
#pragma once

#include <cstdint>
#include <functional>

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
  /// Of arcs that are listed both ways: how many more lead to the larger end than to the smaller.
  std::int64_t unpaired = 0;
  ReadWeights weights = ReadWeights::kNo;  ///< whether `raw` has weights
  InputFacts facts;
  /// Throws InputError where the file should have another number of rows than `all_rows`, or where
  /// the sum of `unpaired` is not 0.
  std::function<void(std::uint64_t all_rows, std::int64_t all_unpaired)> check_rows;
};

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

// Adjacency matrices: an entry is an edge from its row to its column.
#pragma once

#include <cstdint>
#include <string>

#include "strider/io.hpp"

namespace strider {

/// A weight for each edge, or none: the values of a pattern or of a boolean matrix.
struct MatrixEntries {
  std::uint64_t n = 0;  ///< rows, and columns
  Array<Edge> edges;
  Array<double> values;
  ReadWeights has_values = ReadWeights::kYes;
  std::uint64_t infinite = 0;  ///< values of a dense matrix that were passed over
};

/// The list and the facts of a matrix: directed as a general Matrix Market file is. A note tells a
/// symmetric one; if `options` ask for an undirected graph, each edge of it is listed once, its
/// second entry being no duplicate. A note tells that all weights are 1. Labels start from 0.
/// Precondition: n <= kMaxVertices; the ends are below n; no value is NaN. Throws MemoryError.
[[nodiscard]] InputEdges list_of_matrix(MatrixEntries matrix, const ReadOptions& options);

/// Adds up the values of entries at one place, as scipy does, in the order of the list; the entries
/// are then in the order of rows. Leaves a matrix without such entries, or without values, as it
/// is. Returns the number of entries that went into others. Parallel sort. Throws
/// InputError, naming `name`, where a sum is no number; MemoryError.
std::uint64_t add_up_repeated(MatrixEntries& matrix, const std::string& name, int threads);

/// Throws InputError, naming `name`, if a matrix is not square or larger than kMaxVertices.
void check_matrix_size(std::uint64_t rows, std::uint64_t columns, const std::string& name);

}  // namespace strider

// The graph of an array of numpy.
#pragma once

#include "io/binary/npy_array.hpp"
#include "io/readers.hpp"

namespace strider {

/// The edges of an array of N x 2 or N x 3 numbers, of 2 x N numbers, or of records; or the entries
/// of a square matrix of another size. Throws InputError, MemoryError.
[[nodiscard]] InputEdges list_of_npy(const NumpyArray& array, const ReadOptions& options);

}  // namespace strider

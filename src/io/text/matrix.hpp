// Tables of numbers as adjacency matrices.
#pragma once

#include <string_view>

namespace strider {

/// Whether `text` looks like a square matrix of four rows or more, as numpy.savetxt writes one:
/// rows of as many numbers as there are rows. A table of up to eight rows, which could as well be
/// edges with further columns, must also be symmetric or have zeros on its diagonal. Reads no more
/// than a few rows of another table, and no more than their line ends of a matrix. kTextPadding
/// readable zero bytes follow `text`.
[[nodiscard]] bool looks_like_matrix(std::string_view text);

}  // namespace strider

// The reverse of a directed adjacency.
#pragma once

#include "strider/graph.hpp"

namespace strider {

/// Adjacency by target, ascending in every row. O(n + m), parallel, deterministic. Throws
/// MemoryError.
[[nodiscard]] Csr transpose(const Csr& csr, int threads);

}  // namespace strider

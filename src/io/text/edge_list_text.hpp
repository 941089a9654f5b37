// Edge lists whose vertices are words.
#pragma once

#include "io/readers.hpp"
#include "io/text/edge_list_layout.hpp"

namespace strider {

/// Vertices are numbered in the order of their first appearance. Throws ParseFault.
[[nodiscard]] InputEdges parse_text_labels(const EdgeListLayout& layout, ReadWeights weights,
                                           int threads);

}  // namespace strider

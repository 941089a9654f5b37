// The vertices that the benchmark searches from.
#pragma once

#include <vector>

#include "strider/generate.hpp"
#include "strider/graph.hpp"

namespace strider {

/// The first `count` search keys of the reference program on `graph`, which was built from the
/// tuples of `parameters` without self-loops: vertices with an edge, none twice. Fewer where fewer
/// vertices have one. Throws UsageError where none has.
[[nodiscard]] std::vector<Vertex> sample_search_keys(const KroneckerParameters& parameters,
                                                     const Graph& graph, int count);

}  // namespace strider

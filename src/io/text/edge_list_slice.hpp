// A part of an edge list, read by itself.
#pragma once

#include "io/readers.hpp"
#include "io/text/edge_list_layout.hpp"
#include "io/text/rows.hpp"
#include "strider/generate.hpp"

namespace strider {

/// The edges of the rows that begin in share `part` of `parts` of the list's bytes, with the
/// numbers that the file gives to vertices; with weights where the layout has a weight column and
/// `weights` asks for them. The parts together are the list, in its order: each rank of a cluster
/// reads one. `layout` is that of the whole file, and of numbers. A first row that may be counts
/// (docs/formats.md) is an edge here. Throws InputError with the line in the whole file,
/// MemoryError.
[[nodiscard]] RawEdges<GlobalEdge> parse_edge_list_slice(const NamedText& input,
                                                         const EdgeListLayout& layout, int part,
                                                         int parts, ReadWeights weights,
                                                         int threads);

}  // namespace strider

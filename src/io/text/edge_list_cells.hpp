// Edge lists whose cells may hold anything: quoted text, unusual delimiters.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "io/readers.hpp"
#include "io/text/edge_list_layout.hpp"
#include "io/text/rows.hpp"
#include "strider/generate.hpp"

namespace strider {

/// Edges between words, numbered in the order of their first appearance.
struct WordEdges {
  Array<Edge> edges;
  Labels labels;
  Vertex num_vertices = 0;
  Array<double> weights;
  bool weights_fit_uint32 = true;
  bool weights_rounded = false;
};

/// The rows of a list between numbers, in their order. Precondition: layout.rows is kCells and
/// layout.text_labels is not set; there is a weight column if
/// `weights` asks for weights. Throws ParseFault, MemoryError.
[[nodiscard]] RawEdges<GlobalEdge> parse_number_cells(const EdgeListLayout& layout,
                                                      ReadWeights weights);
/// The same of a list between words. Precondition: layout.rows is kCells.
[[nodiscard]] WordEdges parse_word_cells(const EdgeListLayout& layout, ReadWeights weights);

}  // namespace strider

// A part of an edge list, read by itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/readers.hpp"
#include "io/text/edge_list_layout.hpp"
#include "io/text/rows.hpp"
#include "io/text/vertex_numbers.hpp"
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

/// What must be known of all edges before their ends are numbered: that of parts adds up.
struct EdgeListTotals {
  std::uint64_t edges = 0;
  NumberRange range;
  GlobalEdge first{};             ///< the first edge of the list
  NumberRange range_after_first;  ///< of all others
};
[[nodiscard]] EdgeListTotals edge_list_totals(const RawEdges<GlobalEdge>& slice, int threads);

/// How ends become vertices.
struct EdgeListNumbering {
  /// The vertices are first_number .. first_number + n - 1; nullopt: as number_vertices says.
  std::optional<std::uint64_t> num_vertices;
  std::uint64_t first_number = 0;
  bool drop_first_row = false;  ///< it counts vertices and edges
};
/// Notes what a user could be surprised by. Throws InputError where counts before the edges are
/// wrong.
[[nodiscard]] EdgeListNumbering decide_edge_list_numbering(const NamedText& input,
                                                           const EdgeListLayout& layout,
                                                           const EdgeListTotals& totals,
                                                           std::vector<std::string>& notes);
/// Precondition: there is an edge, and there are no weights.
void drop_first_row(RawEdges<GlobalEdge>& raw);

/// Weights, directedness and notes of the layout.
void add_edge_list_facts(const EdgeListLayout& layout, const ReadOptions& options,
                         InputFacts& facts);

}  // namespace strider

// Tables of edges whose vertices are numbers.
#pragma once

#include <optional>
#include <string>

#include "strider/generate.hpp"
#include "strider/io.hpp"

namespace strider {

struct EdgeTable {
  Array<GlobalEdge> edges;  ///< in the numbers of the table
  std::optional<Array<double>>
      weights;  ///< of each edge, if the table has them and they are asked for
};

/// The list and the facts of a table of edges: its vertices as in edge lists (number_vertices), its
/// directedness as that of a plain edge list. Errors name `name`. Throws InputError, MemoryError.
[[nodiscard]] InputEdges list_of_table(EdgeTable table, const std::string& name,
                                       const ReadOptions& options);

/// Fills in the facts of a table of edges.
void add_table_facts(InputEdges& result, const ReadOptions& options);

}  // namespace strider

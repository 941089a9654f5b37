// Tables of edges whose vertices are numbers.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "strider/generate.hpp"
#include "strider/io.hpp"

namespace strider {

struct EdgeTable {
  Array<GlobalEdge> edges;  ///< in the numbers of the table
  std::optional<Array<double>>
      weights;  ///< of each edge, if the table has them and they are asked for
};

/// The vertex number that a value of a table is, or nothing. Reals are read up to 2^53: above it, a
/// double no longer tells neighbouring integers apart.
template <class T>
[[nodiscard]] std::optional<std::uint64_t> vertex_number(T value) {
  if constexpr (std::is_integral_v<T>) {
    if (value >= 0) return static_cast<std::uint64_t>(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (value >= 0 && value <= 0x1p53 && value == std::floor(value)) {
      return static_cast<std::uint64_t>(value);
    }
  }
  return std::nullopt;
}

/// The list and the facts of a table of edges: its vertices as in edge lists (number_vertices), its
/// directedness as that of a plain edge list. Errors name `name`. Throws InputError, MemoryError.
[[nodiscard]] InputEdges list_of_table(EdgeTable table, const std::string& name,
                                       const ReadOptions& options);

/// Fills in the facts of a table of edges.
void add_table_facts(InputEdges& result, const ReadOptions& options);

}  // namespace strider

// Which column of a table of edges is what, by its name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/io.hpp"

namespace strider {

/// The columns of an edge, from 0.
struct EdgeColumns {
  unsigned source = 0;
  unsigned target = 1;
  std::optional<unsigned> weight;
};

/// What is known of the columns of a table.
struct ColumnFacts {
  std::vector<std::string> names;       ///< empty if they have none
  std::vector<bool> are_numbers;        ///< whether the cells of each column are numbers
  std::optional<unsigned> direction{};  ///< the column that says which edges are directed
};

/// The columns of an edge: those that the options name, then those with usual names, then the first
/// three. A column behind the ends that holds numbers under an unusual name is the weight. Adds
/// what could surprise a user to `notes`. Throws UsageError if an option names no column, or one
/// column twice. Precondition: there are two columns or more.
[[nodiscard]] EdgeColumns find_edge_columns(const ColumnFacts& columns, const ReadOptions& options,
                                            std::vector<std::string>& notes);

/// Whether two different columns have the usual names of a source and a target: "from" and "to",
/// "source_id" and "target_id", or one noun twice, as "person1" and "person2".
[[nodiscard]] bool name_edge_ends(std::span<const std::string> names);

/// The names in a row, for a message; of many the first ones, and how many more there are.
[[nodiscard]] std::string join_names(std::span<const std::string> names);

/// How usual the name is for a weight: 0 for "weight", then ascending; nullopt for other names.
/// Upper case is as lower case.
[[nodiscard]] std::optional<unsigned> weight_name_rank(std::string_view name);

}  // namespace strider

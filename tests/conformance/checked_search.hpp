// A search as the lists of graphs see it, whatever its algorithm, method and place.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "strider/graph.hpp"
#include "support/graphs.hpp"

namespace strider::test {

/// Searches from a source, and fails the running test where what it finds is wrong; `what` says
/// where. Returns whether all is well: on all ranks alike, where ranks search. Collective there.
using CheckedSearch = std::function<bool(Vertex source, const std::string& what)>;

/// Which of the graphs of all places a place takes, and how much it is asked of each: an emulated
/// device takes its time, and so does each level where ranks share cores.
struct TakenGraphs {
  bool directed = true;
  Level most_levels = std::numeric_limits<Level>::max();
  Vertex most_vertices = kNoVertex;
  /// Of searches of levels: from one source more, and traced. Else random graphs keep all loops and
  /// duplicates.
  bool has_all_checks = true;
  /// Graphs of more levels are searched from one source.
  Level most_levels_of_many_sources = std::numeric_limits<Level>::max();
};
/// Those of search_graphs().
[[nodiscard]] std::vector<NamedGraph> taken_shapes(const TakenGraphs& taken);
/// From vertex 0, by the oracle.
[[nodiscard]] Level num_levels(const Graph& graph);

}  // namespace strider::test

// One value of each vertex, the answer to many questions about a graph, where ranks share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/array.hpp"
#include "strider/cluster.hpp"
#include "strider/results.hpp"
#include "strider/types.hpp"

namespace strider {

class DistGraph;  // dist_graph.hpp
class DistInput;  // dist_graph.hpp

/// What one rank has. Move-only. T is std::uint32_t or double, or GlobalVertex where a value is a
/// vertex.
template <class T>
struct DistVertexValues {
  std::vector<GlobalVertex> vertices;  ///< of this rank
  Array<T> values;                     ///< of `vertices`
  // The same on all ranks:
  double seconds = 0;  ///< until the last rank had its values
  DistTraffic traffic;
};

/// All ranks write one file, as write_vertex_values of one machine, or write_vertex_labels where
/// values are vertices: the same rows in the same order, with the labels of the input. The file
/// appears whole or not at all; every rank must have access to its folder. Throws the errors of
/// these functions. Collective.
template <class T>
void write_vertex_values(const Cluster& cluster, const DistInput& input, std::string_view name,
                         const DistVertexValues<T>& result, const std::string& path,
                         ResultFormat format);

/// Where values are vertices, each of which stands for a group: how large the group of each vertex
/// in result.vertices is, 0 if it stands for none. Precondition: the result is of `graph`. Throws
/// MemoryError. Collective.
[[nodiscard]] std::vector<std::uint64_t> group_sizes(const DistGraph& graph,
                                                     const DistVertexValues<GlobalVertex>& result);

struct VertexScore {
  GlobalVertex vertex;
  double score;
  friend bool operator==(const VertexScore&, const VertexScore&) = default;
};
/// The `count` highest scores, by vertex, highest first; equal ones are ordered by vertex. Scores
/// that are NaN are left out. O(n log count) work.
[[nodiscard]] std::vector<VertexScore> highest_scores(std::span<const double> scores,
                                                      std::size_t count);
/// The same of all ranks. Collective.
[[nodiscard]] std::vector<VertexScore> highest_scores(const Cluster& cluster,
                                                      const DistVertexValues<double>& scores,
                                                      std::size_t count);

}  // namespace strider

// What every reader of a source's edges asks of them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <type_traits>

#include "ranks/edges/redistribute.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// Throws UsageError, as the builder of one machine does, where an end is no vertex.
template <class W>
void check_ends(const ListedEdge<W>& edge, std::uint64_t num_vertices) {
  if (edge.source >= num_vertices || edge.target >= num_vertices) {
    throw UsageError(
        fmt::format("the edge {} - {} has an endpoint that is not one of the {} vertices",
                    edge.source, edge.target, num_vertices));
  }
}

/// As check_ends; and where a weight is not a number, which has no place among the weights: it is
/// neither smaller nor larger than any. `first`: the number, in the whole list, of the slice's
/// first edge.
template <class W>
void check_edge(const ListedEdge<W>& edge, std::uint64_t num_vertices, std::uint64_t first) {
  check_ends(edge, num_vertices);
  if constexpr (!std::is_empty_v<W>) {
    if (edge.weight != edge.weight) {
      throw UsageError(
          fmt::format("the weight of edge {} of the list is not a number", first + edge.number));
    }
  }
}

}  // namespace strider::detail

// What is wrong with a claimed spanning forest, in words. V is the type of vertices.
#pragma once

#include <fmt/format.h>

#include <string>

namespace strider::detail {

/// Of an edge that is none of the graph; u <= v.
template <class V>
std::string no_edge_message(V u, V v, V num_vertices, auto weight) {
  if (v >= num_vertices) {
    return fmt::format("an edge has the endpoint {}, but the graph has only {} vertices", v,
                       num_vertices);
  }
  return fmt::format("the graph has no edge between {} and {} of weight {}", u, v, weight);
}

template <class V>
std::string cycle_message(V u, V v) {
  return fmt::format("the edge between {} and {} closes a cycle", u, v);
}

template <class V>
std::string apart_message(V u, V v) {
  return fmt::format("an edge joins {} and {}, which are in different trees", u, v);
}

/// Of an edge that is better than the worst one on the path between its ends.
template <class V>
std::string better_message(V u, V v, auto weight, auto worst) {
  return fmt::format(
      "the edge between {} and {} of weight {} is better than one of weight {} "
      "on the path between them",
      u, v, weight, worst);
}

}  // namespace strider::detail

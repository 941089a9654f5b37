// The weights of a graph, by their type.
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include "strider/graph.hpp"

namespace strider {

/// Calls visit(topology, weights) with the weights of every arc: a span of float, double or
/// uint32_t, or std::monostate where there are none.
template <class F>
decltype(auto) visit_weights(const AnyGraph& graph, F&& visit) {
  return std::visit(
      [&](const auto& any) -> decltype(auto) {
        if constexpr (std::is_same_v<std::decay_t<decltype(any)>, Graph>) {
          return visit(any, std::monostate{});
        } else {
          return visit(any.topology(), any.weights().span());
        }
      },
      graph);
}

/// Whether the type of visit_weights stands for no weights.
template <class Weights>
inline constexpr bool kNoWeights = std::is_same_v<std::decay_t<Weights>, std::monostate>;

}  // namespace strider

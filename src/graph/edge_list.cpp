// Edge lists from the arrays of a caller, and graphs from lists that the caller keeps.
#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider {
namespace {

Weights copy_of(const WeightSpan& weights) {
  return std::visit(
      [](const auto& values) -> Weights {
        using Values = std::decay_t<decltype(values)>;
        if constexpr (std::is_same_v<Values, std::monostate>) {
          return std::monostate{};
        } else {
          require_memory(values.size_bytes(), "the weights of the edge list");
          return Array<typename Values::value_type>::copy_of(values);
        }
      },
      weights);
}

std::size_t size_of(const WeightSpan& weights, std::size_t without) {
  return std::visit(
      [&](const auto& values) {
        if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          return without;
        } else {
          return values.size();
        }
      },
      weights);
}

/// The list without its weights.
EdgeList edges_of(const EdgeList& list) {
  require_memory(saturating_mul(list.edges.size(), sizeof(Edge)), "a copy of the edge list");
  return {list.num_vertices,
          list.directedness,
          Array<Edge>::copy_of(list.edges.span()),
          {},
          list.labels};
}

WeightSpan span_of(const Weights& weights) {
  return std::visit(
      [](const auto& values) -> WeightSpan {
        if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          return std::monostate{};
        } else {
          return values.span();
        }
      },
      weights);
}

}  // namespace

EdgeList make_edge_list(std::span<const Vertex> sources, std::span<const Vertex> targets,
                        Directedness directedness, const WeightSpan& weights,
                        std::optional<Vertex> num_vertices) {
  const std::size_t num_edges = sources.size();
  const std::size_t num_weights = size_of(weights, num_edges);
  if (targets.size() != num_edges || num_weights != num_edges) {
    throw UsageError(
        fmt::format("the arrays of an edge list must have one length: {} sources, {} targets, {} "
                    "weights",
                    num_edges, targets.size(), num_weights));
  }
  EdgeList list;
  list.directedness = directedness;
  list.edges = detail::take_array<Array<Edge>>(num_edges, "the edge list");
  Vertex greatest = 0;
  for (std::size_t i = 0; i < num_edges; ++i) {
    list.edges[i] = {sources[i], targets[i]};
    greatest = std::max({greatest, sources[i], targets[i]});
  }
  if (num_edges > 0 && greatest == kNoVertex) {
    throw UsageError(
        fmt::format("vertex {} is too large: vertices are numbers below it", kNoVertex));
  }
  list.num_vertices = num_vertices.value_or(num_edges == 0 ? 0 : greatest + 1);
  list.weights = copy_of(weights);
  return list;
}

Graph build_graph(const EdgeList& list, const BuildOptions& options, BuildReport* report) {
  return build_graph(edges_of(list), options, report);
}

AnyGraph build_any_graph(const EdgeList& list, const BuildOptions& options, BuildReport* report) {
  EdgeList copy = edges_of(list);
  copy.weights = copy_of(span_of(list.weights));
  return build_any_graph(std::move(copy), options, report);
}

}  // namespace strider

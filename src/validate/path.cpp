// Validation of a shortest path: its edges are looked up, and a queue finds its length once more.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "strider/validate.hpp"

namespace strider {
namespace {

/// kUnreached if no path leads to the target.
Level distance(const Csr& rows, Vertex source, Vertex target) {
  auto levels = detail::take_array<Array<Level>>(rows.num_vertices(), "the validation of a path");
  std::ranges::fill(levels.span(), kUnreached);
  levels[source] = 0;
  std::vector<Vertex> queue(1, source);
  for (std::size_t i = 0; i < queue.size() && levels[target] == kUnreached; ++i) {
    if (i % (1U << 12U) == 0) throw_if_stopped();
    for (const Vertex v : rows.neighbors(queue[i])) {
      if (levels[v] != kUnreached) continue;
      levels[v] = levels[queue[i]] + 1;
      queue.push_back(v);
    }
  }
  return levels[target];
}

}  // namespace

PathValidation validate_path(const Graph& graph, Vertex source, Vertex target,
                             std::span<const Vertex> path) {
  const Vertex n = graph.num_vertices();
  if (source >= n || target >= n) {
    throw UsageError(fmt::format("validation: the path is from {} to {}; the graph has {} vertices",
                                 source, target, n));
  }
  const auto violation = [](PathRule rule, Vertex vertex, std::string message) {
    return PathValidation{{{rule, vertex, std::move(message)}}};
  };
  if (!path.empty() && (path.front() != source || path.back() != target)) {
    const bool is_begin = path.front() != source;
    return violation(PathRule::kEnds, is_begin ? source : target,
                     fmt::format("the path leads from {} to {} instead of from {} to {}",
                                 path.front(), path.back(), source, target));
  }
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (path[i] < n) {
      const auto row = graph.out().neighbors(path[i - 1]);
      if (std::ranges::find(row, path[i]) != row.end()) continue;
    }
    return violation(PathRule::kEdges, path[i - 1],
                     fmt::format("no edge leads from {} to {}", path[i - 1], path[i]));
  }
  const Level shortest = distance(graph.out(), source, target);
  const std::size_t vertices = shortest == kUnreached ? 0 : shortest + std::size_t{1};
  if (path.size() == vertices) return {};
  return violation(
      PathRule::kShortest, target,
      fmt::format("the path has {} vertices, a shortest one has {}", path.size(), vertices));
}

}  // namespace strider

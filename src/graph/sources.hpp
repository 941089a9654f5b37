// The sources of a search, as a caller lists them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "strider/bfs.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// Throws UsageError, which begins with `doing`, where a vertex that plays a role is none.
inline void require_vertex(std::string_view role, std::uint64_t vertex, std::uint64_t num_vertices,
                           std::string_view doing = "") {
  if (vertex < num_vertices) return;
  throw UsageError(fmt::format("{}{}: {} is not a vertex; the graph has {} vertices", doing, role,
                               vertex, num_vertices));
}
template <class V>
void require_sources(std::span<const V> sources, std::uint64_t num_vertices) {
  for (const V source : sources) require_vertex("source", source, num_vertices);
}

/// The sources ascending, each once. V is the type of vertices. Throws UsageError, which begins
/// with `doing`, if there is none, or if one, or the target, is not among `num_vertices` vertices:
/// the first such one is named.
template <class V>
[[nodiscard]] std::vector<V> checked_sources(const BasicBfsQuery<V>& query,
                                             std::uint64_t num_vertices,
                                             std::string_view doing = "") {
  if (query.sources.empty()) {
    throw UsageError(fmt::format("{}there must be at least one source, got none", doing));
  }
  for (const V source : query.sources) require_vertex("source", source, num_vertices, doing);
  if (query.target) require_vertex("target", *query.target, num_vertices, doing);
  std::vector<V> sources(query.sources.begin(), query.sources.end());
  std::ranges::sort(sources);
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

}  // namespace strider::detail

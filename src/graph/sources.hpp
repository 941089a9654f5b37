// The sources of a search, as a caller lists them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "strider/bfs.hpp"
#include "strider/error.hpp"

namespace strider::detail {

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
  const auto require_vertex = [&](const char* role, V vertex) {
    if (vertex < num_vertices) return;
    throw UsageError(fmt::format("{}{}: {} is not a vertex; the graph has {} vertices", doing, role,
                                 vertex, num_vertices));
  };
  for (const V source : query.sources) require_vertex("source", source);
  if (query.target) require_vertex("target", *query.target);
  std::vector<V> sources(query.sources.begin(), query.sources.end());
  std::ranges::sort(sources);
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

}  // namespace strider::detail

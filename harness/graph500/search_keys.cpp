#include "graph500/search_keys.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_set>

#include "strider/error.hpp"

namespace strider {

std::vector<Vertex> sample_search_keys(const KroneckerParameters& parameters, const Graph& graph,
                                       int count) {
  const Csr& adjacency = graph.out();
  std::uint64_t eligible = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) eligible += adjacency.degree(v) > 0 ? 1 : 0;
  if (eligible == 0) {
    throw UsageError("graph500: no vertex has an edge to another; take a larger scale");
  }
  const std::uint64_t wanted = std::min(eligible, static_cast<std::uint64_t>(count));
  std::vector<Vertex> keys;
  std::unordered_set<Vertex> taken;
  for (std::uint64_t attempt = 0; keys.size() < wanted; ++attempt) {
    const auto key = static_cast<Vertex>(kronecker_search_key(parameters, attempt));
    if (adjacency.degree(key) > 0 && taken.insert(key).second) keys.push_back(key);
  }
  return keys;
}

}  // namespace strider

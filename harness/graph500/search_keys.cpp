#include "graph500/search_keys.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_set>

#include "strider/error.hpp"

namespace strider {

std::vector<GlobalVertex> sample_search_keys(const KroneckerParameters& parameters,
                                             std::uint64_t eligible, int count,
                                             const HasEdge& has_edge) {
  constexpr std::size_t kAtOnce = 256;
  if (eligible == 0) {
    throw UsageError("graph500: no vertex has an edge to another vertex: use a larger scale");
  }
  const std::uint64_t wanted = std::min(eligible, static_cast<std::uint64_t>(count));
  std::vector<GlobalVertex> keys;
  std::unordered_set<GlobalVertex> taken;
  std::vector<GlobalVertex> drawn(kAtOnce);
  for (std::uint64_t attempt = 0; keys.size() < wanted;) {
    for (GlobalVertex& key : drawn) key = kronecker_search_key(parameters, attempt++);
    const std::vector<std::uint8_t> is_eligible = has_edge(drawn);
    for (std::size_t i = 0; i < kAtOnce && keys.size() < wanted; ++i) {
      if (is_eligible[i] != 0 && taken.insert(drawn[i]).second) keys.push_back(drawn[i]);
    }
  }
  return keys;
}

}  // namespace strider

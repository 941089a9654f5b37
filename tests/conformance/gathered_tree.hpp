// The tree of a search whose parts lie on ranks, put together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "partition/owner_map.hpp"
#include "strider/types.hpp"

namespace strider::test {

/// By vertex, in the input's numbers.
struct GatheredTree {
  std::vector<Vertex> parents;
  std::vector<std::uint64_t> values;
};

/// `parents` and `values` are those of the vertices that this rank owns. The ranks add up what they
/// own: what two own, or none, shows as a wrong count, and fails the running test, as does a parent
/// that is no vertex; nothing is returned then, on all ranks alike. Collective.
[[nodiscard]] std::optional<GatheredTree> gather_tree(const detail::OwnerMap& owners,
                                                      std::span<const GlobalVertex> parents,
                                                      std::span<const std::uint64_t> values,
                                                      const std::string& what);

}  // namespace strider::test

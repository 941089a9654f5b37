// The vertices that the benchmark searches from.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "strider/generate.hpp"

namespace strider {

/// For each vertex drawn, whether it has an edge to another one.
using HasEdge = std::function<std::vector<std::uint8_t>(std::span<const GlobalVertex> drawn)>;

/// The first `count` search keys of the reference program: vertices with an edge to another one,
/// none twice. Fewer where fewer vertices have one: `eligible` of all do. `has_edge` is asked for
/// many vertices at once; it is collective where ranks share them. Throws UsageError where no
/// vertex has an edge.
[[nodiscard]] std::vector<GlobalVertex> sample_search_keys(const KroneckerParameters& parameters,
                                                           std::uint64_t eligible, int count,
                                                           const HasEdge& has_edge);

}  // namespace strider

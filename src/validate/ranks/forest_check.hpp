// Validation of spanning forests that ranks share, against the edges of the input.
#pragma once

#include <span>

#include "comm/communicator.hpp"
#include "ranks/edges/edge_source.hpp"
#include "strider/dist_msf.hpp"
#include "validate/ranks/forest_edges.hpp"

namespace strider::detail {

/// Checks a forest by the rules of validate_msf, with the same findings and messages. `forest` is
/// what this rank has of it, any edges with any values. W is the type of the source's weights, or
/// std::uint32_t where it has none: 1 each. O((n + m) / p) memory a rank and O(log n) rounds of
/// O(log n) exchanges. Throws as collect_forest_edges, UsageError also where the source is directed
/// or its weights are of another type. Collective.
template <class W>
[[nodiscard]] DistMsfValidation<W> check_forest(const comm::Communicator& comm,
                                                const EdgeSource& source,
                                                std::span<const GlobalMsfEdge<W>> forest,
                                                const ForestCheckOptions& options = {});

}  // namespace strider::detail

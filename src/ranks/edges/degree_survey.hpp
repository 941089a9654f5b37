// Degrees of the input as it is listed, before any graph is built.
#pragma once

#include <cstdint>

#include "comm/communicator.hpp"
#include "partition/delegates.hpp"
#include "partition/owner_map.hpp"
#include "ranks/edges/edge_source.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// How many ends of listed edges each vertex of this rank has, repetitions counted, self-loops not:
/// half their sum over a component is the number of its listed edges. 4 bytes travel an end. Throws
/// on all ranks UsageError where an end is no vertex, MemoryError, what the source throws.
/// Collective.
[[nodiscard]] Array<std::uint64_t> count_ends(const comm::Communicator& comm,
                                              const EdgeSource& source, const OwnerMap& owners,
                                              int threads);

/// The histogram of these numbers over all vertices. Collective.
[[nodiscard]] DegreeHistogram survey_degrees(const comm::Communicator& comm,
                                             const EdgeSource& source, int threads);

}  // namespace strider::detail

// Sums by vertex, on rank 0 and back.
#pragma once

#include <span>

#include "comm/communicator.hpp"
#include "partition/owner_map.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// What ranks have of their own vertices, in the input's order on rank 0; nothing on others.
/// Memory of rank 0: 16 bytes a vertex of the graph. Throws MemoryError on all ranks. Collective.
[[nodiscard]] Array<double> gather_to_first(const comm::Communicator& comm, const OwnerMap& owners,
                                            std::span<const double> own);
/// The way back: `all` is that of rank 0, and empty elsewhere. Collective.
void scatter_from_first(const comm::Communicator& comm, const OwnerMap& owners,
                        std::span<const double> all, std::span<double> own);

}  // namespace strider::detail

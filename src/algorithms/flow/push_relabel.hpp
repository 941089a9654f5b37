// The method: push-relabel, highest label first.
#pragma once

#include <cstdint>

#include "algorithms/flow/residual.hpp"
#include "strider/flow.hpp"

namespace strider::detail {

/// Moves a maximum flow from the source to the target through the residual graph, and returns its
/// value in units. `reaches_target` becomes, by number, whether more could flow to the target: the
/// minimum cut. Throws MemoryError, InterruptedError.
[[nodiscard]] std::uint64_t push_relabel(Residual& residual, Array<std::uint8_t>& reaches_target,
                                         int threads);

}  // namespace strider::detail

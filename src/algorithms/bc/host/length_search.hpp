// One source at a time on one thread, by lengths.
#pragma once

#include <memory>

#include "algorithms/bc/engine.hpp"

namespace strider::detail {

/// Bytes of its workspace, the queue of a usual search included.
[[nodiscard]] std::uint64_t length_search_bytes(const BcProblem& problem);
/// Precondition: problem.lengths.
[[nodiscard]] std::unique_ptr<BcEngine> make_length_search(const BcProblem& problem);

}  // namespace strider::detail

// One source at a time on one thread, all that is known of a vertex in 16 bytes.
#pragma once

#include <memory>

#include "algorithms/bc/engine.hpp"

namespace strider::detail {

/// Bytes of its workspace.
[[nodiscard]] std::uint64_t packed_search_bytes(const BcProblem& problem);
[[nodiscard]] std::unique_ptr<BcEngine> make_packed_search(const BcProblem& problem);

}  // namespace strider::detail

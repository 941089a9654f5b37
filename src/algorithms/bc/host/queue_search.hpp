// One source at a time on one thread, what is known of a vertex kept by its place in the queue.
#pragma once

#include <memory>

#include "algorithms/bc/engine.hpp"

namespace strider::detail {

/// Bytes of its workspace.
[[nodiscard]] std::uint64_t queue_search_bytes(const BcProblem& problem);
[[nodiscard]] std::unique_ptr<BcEngine> make_queue_search(const BcProblem& problem);

}  // namespace strider::detail

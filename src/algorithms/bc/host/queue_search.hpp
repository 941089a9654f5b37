// One source at a time on one thread, what is known of a vertex kept by its place in the queue.
#pragma once

#include <memory>

#include "algorithms/bc/engine.hpp"

namespace strider::detail {

[[nodiscard]] std::unique_ptr<BcEngine> make_queue_search(Workspace& workspace,
                                                          const BcProblem& problem);

}  // namespace strider::detail

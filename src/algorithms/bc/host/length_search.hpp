// One source at a time on one thread, by lengths.
#pragma once

#include <memory>

#include "algorithms/bc/engine.hpp"

namespace strider::detail {

/// Precondition: problem.lengths.
[[nodiscard]] std::unique_ptr<BcEngine> make_length_search(Workspace& workspace,
                                                           const BcProblem& problem);

}  // namespace strider::detail

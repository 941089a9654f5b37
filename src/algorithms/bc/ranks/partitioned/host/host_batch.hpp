// The steps of searches from several sources side by side on the host.
#pragma once

#include <memory>

#include "algorithms/bc/ranks/partitioned/local_batch_factory.hpp"

namespace strider::detail {

/// 12 to 16 bytes a local id, 16 a local id and search, and 12 for each vertex and search that is
/// listed: own ones, those of others and those reported. The way back is walked by `threads`
/// threads.
[[nodiscard]] std::shared_ptr<const LocalBatchFactory> make_host_batch_factory();

}  // namespace strider::detail

// The steps of searches from several sources side by side on the host.
#pragma once

#include <memory>

#include "algorithms/bc/ranks/partitioned/local_batch.hpp"

namespace strider::detail {

/// 28 + 28 k bytes a local id, where k sources are searched from at once, and more for what is sent
/// and received. The way back is walked by `threads` threads.
[[nodiscard]] std::unique_ptr<LocalBatch> make_host_batch(Workspace& workspace,
                                                          const Graph1d& graph,
                                                          const BetweennessQuery& query,
                                                          unsigned batch_size, int threads);

}  // namespace strider::detail

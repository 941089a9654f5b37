// Who does a rank's work in searches from several sources side by side.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/bc/ranks/partitioned/betweenness_query.hpp"
#include "algorithms/bc/ranks/partitioned/local_batch.hpp"
#include "ranks/memory/device_memory.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

class LocalBatchFactory {
 public:
  virtual ~LocalBatchFactory() = default;

  /// Bytes that it takes of the host's memory.
  [[nodiscard]] virtual std::uint64_t predict_bytes(const Graph1d& graph,
                                                    const BetweennessQuery& query,
                                                    unsigned batch_size) const = 0;
  /// Of a device's, and what that has.
  [[nodiscard]] virtual std::uint64_t predict_device_bytes(const Graph1d& graph,
                                                           const BetweennessQuery& query,
                                                           unsigned batch_size) const = 0;
  [[nodiscard]] virtual DeviceRoom room() const = 0;
  /// Graph and query outlive it. Throws MemoryError on this rank only.
  [[nodiscard]] virtual std::unique_ptr<LocalBatch> make(const Graph1d& graph,
                                                         const BetweennessQuery& query,
                                                         unsigned batch_size,
                                                         int threads) const = 0;
};

}  // namespace strider::detail

// Who does a rank's work in searches from several sources side by side.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/bc/ranks/partitioned/lane_local.hpp"
#include "algorithms/bc/ranks/partitioned/lane_question.hpp"
#include "ranks/memory/device_memory.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

class LaneLocalFactory {
 public:
  virtual ~LaneLocalFactory() = default;

  /// Bytes that it takes of the host's memory.
  [[nodiscard]] virtual std::uint64_t predict_bytes(const Graph1d& graph,
                                                    const LaneQuestion& question,
                                                    unsigned lanes) const = 0;
  /// Of a device's, and what that has.
  [[nodiscard]] virtual std::uint64_t predict_device_bytes(const Graph1d& graph,
                                                           const LaneQuestion& question,
                                                           unsigned lanes) const = 0;
  [[nodiscard]] virtual DeviceRoom room() const = 0;
  /// Graph and question outlive it. Throws MemoryError on this rank alone.
  [[nodiscard]] virtual std::unique_ptr<LaneLocal> make(const Graph1d& graph,
                                                        const LaneQuestion& question,
                                                        unsigned lanes, int threads) const = 0;
};

}  // namespace strider::detail

// PageRank in the memory of a device.
#pragma once

#include <memory>

#include "algorithms/pagerank/iteration.hpp"
#include "gpu/device_object.hpp"

namespace strider::detail {

class DeviceScores : public PageRankPlace {
 public:
  /// The last call: the scores, times `factor`. Throws MemoryError.
  [[nodiscard]] virtual Array<double> take_scores(double factor) = 0;
};

// Of the arrays of a graph (GraphArrays) that is on a device. Take the memory. Throw MemoryError.
namespace on_cuda {
[[nodiscard]] std::unique_ptr<DeviceScores> make_scores(const DeviceObject& graph,
                                                        const PageRankOptions& options);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::unique_ptr<DeviceScores> make_scores(const DeviceObject& graph,
                                                        const PageRankOptions& options);
}  // namespace on_simt

}  // namespace strider::detail

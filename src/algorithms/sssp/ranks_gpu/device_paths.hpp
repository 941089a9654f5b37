// The work of a rank on its device. Distances, and messages, are written and read by kernels.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/sssp/ranks/local.hpp"
#include "algorithms/sssp/ranks/path_graph.hpp"
#include "base/workspace.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks_gpu/message_place.hpp"
#include "strider/device.hpp"

namespace strider::detail {

struct DevicePathsSettings {
  MessagePlace place = MessagePlace::kPinned;
  /// Threads of a block: a multiple of 32 up to 1024.
  std::uint32_t block_threads = 256;
};

// Throw UsageError where local ids are more than kernels count. W is float, double or
// std::uint32_t.
namespace on_cuda {
template <class W>
[[nodiscard]] std::unique_ptr<LocalPaths<W>> make_device_paths(Workspace& workspace,
                                                               const Device& device,
                                                               PathGraph<W>& graph, double delta,
                                                               comm::Encoding encoding,
                                                               const DevicePathsSettings& settings);
}  // namespace on_cuda
namespace on_simt {
template <class W>
[[nodiscard]] std::unique_ptr<LocalPaths<W>> make_device_paths(Workspace& workspace,
                                                               const Device& device,
                                                               PathGraph<W>& graph, double delta,
                                                               comm::Encoding encoding,
                                                               const DevicePathsSettings& settings);
}  // namespace on_simt

}  // namespace strider::detail

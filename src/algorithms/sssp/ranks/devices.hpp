// Searches whose ranks work on devices, in builds that know some.
#pragma once

#include <functional>
#include <memory>

#include "algorithms/sssp/ranks/local.hpp"
#include "algorithms/sssp/ranks/path_graph.hpp"
#include "base/workspace.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/memory/device_memory.hpp"
#include "strider/dist.hpp"

namespace strider::detail {

/// Where the work of ranks is done, instead of on the cores of their machines.
template <class W>
struct PathsOnDevice {
  /// Work on `graph`, which outlives it and whose rows it may release once it has copied them, in
  /// buckets of that width. Takes nothing before `workspace` does. Throws UsageError.
  std::function<std::unique_ptr<LocalPaths<W>>(Workspace& workspace, PathGraph<W>& graph,
                                               double delta, comm::Encoding encoding)>
      make;
  /// What the device has at the moment.
  std::function<DeviceRoom()> room;
};

/// Of a device, which it keeps. Throws, on all ranks, UsageError where devices do not send as the
/// options say, UnavailableError if this build knows no devices, or if GPU-direct was asked for and
/// MPI does not take the memory of devices. Collective.
template <class W>
[[nodiscard]] PathsOnDevice<W> paths_on_device(const comm::Communicator& comm, const Device& device,
                                               const DistSsspOptions& options);

}  // namespace strider::detail

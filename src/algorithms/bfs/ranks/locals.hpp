// Who does the work of a rank, for every scheme.
#pragma once

#include <functional>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/one_d/search.hpp"
#include "algorithms/bfs/ranks/two_d/engine.hpp"
#include "comm/communicator.hpp"
#include "ranks/memory/device_memory.hpp"
#include "strider/dist.hpp"

namespace strider::detail {

/// Null: the cores of the machine.
struct DistBfsLocals {
  MakeLocal1d one_d;
  MakeLocal2d two_d;
  MakeDelegateLocal delegate;
  /// What the device has at the moment.
  std::function<DeviceRoom()> room;
};

/// Of a device, which they share; in builds with devices. Throws, on all ranks, UsageError, and
/// UnavailableError if GPU-direct was asked for and MPI does not take the memory of devices.
/// Collective.
[[nodiscard]] DistBfsLocals device_locals(const comm::Communicator& comm, const Device& device,
                                          const DistBfsOptions& options,
                                          const DeviceBfsOptions& device_options);

}  // namespace strider::detail

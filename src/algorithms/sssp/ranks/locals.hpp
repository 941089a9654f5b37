// Who does the work of a rank in searches for shortest paths, for every scheme.
#pragma once

#include <functional>
#include <memory>

#include "algorithms/sssp/ranks/delegate/local.hpp"
#include "algorithms/sssp/ranks/one_d/local.hpp"
#include "comm/communicator.hpp"
#include "ranks/memory/device_memory.hpp"
#include "strider/dist.hpp"

namespace strider::detail {

template <class W>
struct DistSsspLocals {
  std::shared_ptr<const LocalPathsFactory1d<W>> one_d;
  std::shared_ptr<const DelegatePathsFactory<W>> delegate;
  /// What the device has at the moment.
  std::function<DeviceRoom()> room;
};

/// Of a device, which they share. Throws, on all ranks, UsageError where devices do not send as the
/// options say, UnavailableError if this build knows no devices, or if GPU-direct was asked for
/// and MPI does not take the memory of devices. Collective.
template <class W>
[[nodiscard]] DistSsspLocals<W> device_path_locals(const comm::Communicator& comm,
                                                   const Device& device,
                                                   const DistSsspOptions& options);

}  // namespace strider::detail

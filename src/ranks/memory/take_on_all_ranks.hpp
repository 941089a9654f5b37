// What all ranks declared, asked for together and taken together.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "ranks/memory/device_memory.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider::detail {

/// Notes what a workspace asks of a device, which all ranks then ask for together: writing the
/// purpose takes memory, which one of them may lack.
struct DeviceRequest {
  static constexpr MemoryPlace kPlace = MemoryPlace::kDevice;

  DeviceDemand& demand;
  std::string& purpose;

  void require(std::uint64_t bytes, const std::string& text) const {
    demand.bytes = bytes;
    purpose = text;
  }
};

/// Takes what `workspace` declares, once all ranks have enough of it: of their machines, and of
/// their devices, of which `room` tells what is left; null: nothing lies on any. A failure leaves
/// nothing taken that was asked for. Throws on all ranks MemoryError, and what a when_taken()
/// throws. Collective.
inline void take_on_all_ranks(const comm::Communicator& comm, Workspace& workspace,
                              const std::string& purpose,
                              const std::function<DeviceRoom()>& room = nullptr) {
  // What other computations had has been given back by all ranks once this returns.
  comm::try_on_all_ranks(comm, [&] { workspace.require(purpose, NodeMemory(comm)); });
  if (room != nullptr) {
    DeviceDemand demand;
    std::string text;
    comm::try_on_all_ranks(comm, [&] {
      demand.room = room();
      workspace.require(purpose, DeviceRequest{demand, text});
    });
    require_device_memory(comm, demand, text);
  }
  comm::try_on_all_ranks(comm, [&] { workspace.take(); });
}

}  // namespace strider::detail

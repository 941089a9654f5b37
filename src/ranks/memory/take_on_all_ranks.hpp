// What all ranks declared, asked for together and taken together.
#pragma once

#include <functional>
#include <string>

#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "ranks/memory/device_memory.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider::detail {

/// Takes what `workspace` declares, once all ranks have enough of it: of their machines, and of
/// their devices, of which `room` tells what is left; null: nothing lies on any. A failure leaves
/// nothing taken that was asked for. Throws on all ranks MemoryError, and what a when_taken()
/// throws. Collective.
inline void take_on_all_ranks(const comm::Communicator& comm, Workspace& workspace,
                              const std::string& purpose,
                              const std::function<DeviceRoom()>& room = nullptr) {
  // What other computations had has been given back by all ranks once this returns.
  comm::try_on_all_ranks(comm, [&] { workspace.require(purpose, NodeMemory(comm)); });
  if (room != nullptr) workspace.require(purpose, SharedDeviceMemory(comm, room));
  comm::try_on_all_ranks(comm, [&] { workspace.take(); });
}

}  // namespace strider::detail

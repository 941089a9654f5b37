// Memory that several ranks take from one device.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "comm/communicator.hpp"

namespace strider::detail {

/// A rank's device, as that rank sees it.
struct DeviceRoom {
  /// The same on ranks of a machine that share the device.
  std::array<std::uint8_t, 16> identity{};
  /// Free bytes, as far as this rank knows: it may not know what other ranks have taken.
  std::uint64_t free_bytes = 0;
  /// What all ranks may take together.
  std::uint64_t total_bytes = 0;
  /// What this rank has taken of that.
  std::uint64_t own_bytes = 0;
};

/// What a rank may take of its device, where the others of the machine that share it take as much;
/// nothing is known of what they have taken. Collective.
[[nodiscard]] std::uint64_t room_of_rank(const comm::Communicator& comm, const DeviceRoom& mine);

/// What a rank is about to take.
struct DeviceDemand {
  DeviceRoom room;
  std::uint64_t bytes = 0;
};

/// Asks for the demands of all ranks of a device together: each of them by itself would find
/// enough. Nothing may be taken between measuring the room and this. Throws MemoryError on all
/// ranks, with both numbers, where the device of any rank has less free. Collective.
void require_device_memory(const comm::Communicator& comm, const DeviceDemand& mine,
                           const std::string& purpose);

}  // namespace strider::detail

#include "ranks/memory/device_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "base/memory.hpp"
#include "comm/collective_error.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Of each rank of the machine. Collective.
template <comm::Sendable T>
std::vector<T> gather_on_node(const comm::Communicator& comm, const T& mine) {
  const comm::Communicator node = comm.split_by_node();
  std::vector<T> all = comm::try_on_all_ranks(
      comm, [&] { return std::vector<T>(static_cast<std::size_t>(node.size())); });
  node.all_gather(mine, std::span(all));
  return all;
}

}  // namespace

std::uint64_t room_of_rank(const comm::Communicator& comm, const DeviceRoom& mine) {
  const std::vector<DeviceRoom> rooms = gather_on_node(comm, mine);
  const auto sharing = std::count_if(rooms.begin(), rooms.end(), [&](const DeviceRoom& other) {
    return other.identity == mine.identity;
  });
  return mine.free_bytes / static_cast<std::uint64_t>(sharing);
}

void require_device_memory(const comm::Communicator& comm, const DeviceDemand& mine,
                           const std::string& purpose) {
  std::vector<DeviceDemand> sharing = gather_on_node(comm, mine);
  std::erase_if(sharing, [&](const DeviceDemand& other) {
    return other.room.identity != mine.room.identity;
  });
  comm::try_on_all_ranks(comm, [&] {
    std::uint64_t needed = 0;
    std::uint64_t free = mine.room.free_bytes;
    std::uint64_t total = mine.room.total_bytes;
    std::uint64_t taken = 0;
    for (const DeviceDemand& other : sharing) {
      needed = saturating_add(needed, other.bytes);
      free = std::min(free, other.room.free_bytes);
      total = std::min(total, other.room.total_bytes);
      taken = saturating_add(taken, other.room.own_bytes);
    }
    free = std::min(free, total - std::min(total, taken));
    if (needed <= free) return;
    throw MemoryError(
        purpose + " on the device" +
            (sharing.size() == 1
                 ? ""
                 : fmt::format(", by the {} ranks of this machine that share it", sharing.size())),
        needed, free);
  });
}

}  // namespace strider::detail

// When a device visited the subgraphs of a graph that is partitioned by delegate.
#pragma once

#include <cstddef>
#include <cstdint>

#include "strider/types.hpp"

namespace strider {

/// The work of a level (Pan, Pearce and Owens 2018, Figure 3) in the two queues of a device, which
/// run side by side: the first four in that of delegates, the others in that of normal vertices.
enum class DeviceVisit : std::uint8_t {
  kPrevisitDelegates,  ///< takes the mask of all ranks, and collects rows of the frontier
  kDd,                 ///< delegates from delegates
  kNd,                 ///< delegates from normal vertices
  kMask,               ///< forms the mask of the delegates found
  kArrivals,           ///< takes what one rank sent
  kPrevisitNormals,    ///< collects rows of the frontier
  kDn,                 ///< normal vertices from delegates
  kNn,                 ///< normal vertices from normal vertices; bins those of other ranks
  kSend                ///< writes what goes to one rank, or to all
};

/// Times in seconds.
struct DeviceVisitTime {
  DeviceVisit visit = DeviceVisit::kDd;
  Level level = 0;
  double begin = 0;  ///< from the start of the search on this device
  double seconds = 0;
};

/// So many are recorded; those behind are not.
inline constexpr std::size_t kMostDeviceVisits = 1024;

}  // namespace strider

// Where the shortest paths of a verb run: the cores of this machine, or a device.
#pragma once

#include <cstdint>
#include <string>

#include "environment.hpp"
#include "options.hpp"
#include "strider/device.hpp"
#include "strider/device_sssp.hpp"
#include "strider/sssp.hpp"

namespace strider::cli {

template <class W>
struct PathPlace {
  SsspSolver<W> solver;
  std::string device_name;  ///< empty for the host
};

// devices/sssp.cpp, or devices/none.cpp in a build without devices.

/// The methods of a device, one after the other; empty in a build without devices.
[[nodiscard]] std::string device_path_methods();
/// With the method that --algorithm names. Throws UsageError where it is none of a device, or an
/// option is of the host.
[[nodiscard]] DeviceSsspOptions device_path_options(const PathOptions& paths,
                                                    const DeviceOptions& on_device);
/// On the device that `run` names, which is no host; bounds as `search` has them. Throws as
/// search_place does, and WeightError.
template <class W>
[[nodiscard]] PathPlace<W> device_path_place(const WeightedGraph<W>& graph,
                                             const SsspOptions& search, const PathOptions& paths,
                                             const DeviceOptions& on_device, const RunOptions& run,
                                             std::uint64_t seed);

}  // namespace strider::cli

// Spanning forests on a device, for strider msf.
#pragma once

#include <string>

#include "msf_verb.hpp"
#include "strider/device_msf.hpp"
#include "strider/graph.hpp"
#include "strider/msf.hpp"

namespace strider::cli {

template <class W>
struct DeviceForest {
  MsfResult<W> forest;
  std::string device_name;
  double prepare_s = 0;  ///< until the graph is there, with room to work in
  double seconds = 0;    ///< of the run
  double fetch_s = 0;    ///< more, until the forest is here
};

// devices/msf.cpp, or devices/none.cpp in a build without devices.

/// The methods of a device, one after the other.
[[nodiscard]] std::string device_forest_methods();
/// With the method that --algorithm names. Throws UsageError where it is none of a device.
[[nodiscard]] DeviceMsfOptions device_forest_options(const MsfVerb& options);
/// On the device that --device names, which is not the host. Throws UnavailableError, MemoryError,
/// and as device_forest_options().
template <class W>
[[nodiscard]] DeviceForest<W> forest_on_device(const WeightedGraph<W>& graph,
                                               const MsfVerb& options);

}  // namespace strider::cli

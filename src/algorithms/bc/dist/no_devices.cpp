// Stands in for devices in a build without them.
#include "algorithms/bc/dist/device_searches.hpp"
#include "comm/agreement.hpp"
#include "strider/error.hpp"

namespace strider::detail {

DeviceSearches searches_on_devices(const comm::Communicator& comm, const Device& /*device*/,
                                   const DeviceBetweennessOptions& /*options*/) {
  comm::agree(comm, [] {
    throw UnavailableError("searches on devices: this build has none: build with -DSTRIDER_GPU=ON");
  });
  return {};
}

}  // namespace strider::detail

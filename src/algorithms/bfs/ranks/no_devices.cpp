// Stands in for devices in a build without them.
#include "algorithms/bfs/ranks/locals.hpp"
#include "comm/collective_error.hpp"
#include "strider/error.hpp"

namespace strider::detail {

DistBfsLocals device_locals(const comm::Communicator& comm, const Device& /*device*/,
                            const DistBfsOptions& /*options*/,
                            const DeviceBfsOptions& /*device_options*/) {
  comm::try_on_all_ranks(comm, [] {
    throw UnavailableError(
        "searches on devices: this build has no device support: build with -DSTRIDER_GPU=ON");
  });
  return {};
}

}  // namespace strider::detail

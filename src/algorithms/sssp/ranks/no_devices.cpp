// Stands in for devices in a build without them.
#include "algorithms/sssp/ranks/devices.hpp"
#include "comm/collective_error.hpp"
#include "strider/error.hpp"

namespace strider::detail {

template <class W>
PathsOnDevice<W> paths_on_device(const comm::Communicator& comm, const Device& /*device*/,
                                 const DistSsspOptions& /*options*/) {
  comm::try_on_all_ranks(comm, [] {
    throw UnavailableError(
        "searches on devices: this build has no device support: build with -DSTRIDER_GPU=ON");
  });
  return {};
}

template PathsOnDevice<float> paths_on_device(const comm::Communicator&, const Device&,
                                              const DistSsspOptions&);
template PathsOnDevice<double> paths_on_device(const comm::Communicator&, const Device&,
                                               const DistSsspOptions&);
template PathsOnDevice<std::uint32_t> paths_on_device(const comm::Communicator&, const Device&,
                                                      const DistSsspOptions&);

}  // namespace strider::detail

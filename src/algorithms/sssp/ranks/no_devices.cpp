// Stands in for devices in a build without them.
#include "algorithms/sssp/ranks/locals.hpp"
#include "comm/collective_error.hpp"
#include "strider/error.hpp"

namespace strider::detail {

template <class W>
DistSsspLocals<W> device_path_locals(const comm::Communicator& comm, const Device& /*device*/,
                                     const DistSsspOptions& /*options*/) {
  comm::try_on_all_ranks(comm, [] {
    throw UnavailableError(
        "searches on devices: this build has no device support: build with -DSTRIDER_GPU=ON");
  });
  return {};
}

template DistSsspLocals<float> device_path_locals(const comm::Communicator&, const Device&,
                                                  const DistSsspOptions&);
template DistSsspLocals<double> device_path_locals(const comm::Communicator&, const Device&,
                                                   const DistSsspOptions&);
template DistSsspLocals<std::uint32_t> device_path_locals(const comm::Communicator&, const Device&,
                                                          const DistSsspOptions&);

}  // namespace strider::detail

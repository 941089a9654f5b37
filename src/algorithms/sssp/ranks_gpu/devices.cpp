#include "algorithms/sssp/ranks_gpu/devices.hpp"

#include "comm/collective_error.hpp"
#include "ranks_gpu/transport.hpp"
#include "strider/error.hpp"

namespace strider::detail {

template <class W>
PathsOnDevice<W> paths_on_device(const comm::Communicator& comm, const Device& device,
                                 const DistSsspOptions& options) {
  comm::try_on_all_ranks(comm, [&] {
    if (options.encoding == WireEncoding::kVarint) {
      throw UsageError("encoding varint: devices support only lists and bitmaps");
    }
  });
  return paths_on<W>(
      device,
      {.place = place_of_messages(choose_transport(comm, device.kind(), options.transport))});
}

template PathsOnDevice<float> paths_on_device(const comm::Communicator&, const Device&,
                                              const DistSsspOptions&);
template PathsOnDevice<double> paths_on_device(const comm::Communicator&, const Device&,
                                               const DistSsspOptions&);
template PathsOnDevice<std::uint32_t> paths_on_device(const comm::Communicator&, const Device&,
                                                      const DistSsspOptions&);

}  // namespace strider::detail

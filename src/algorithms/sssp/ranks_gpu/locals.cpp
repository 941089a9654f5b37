#include "algorithms/sssp/ranks/locals.hpp"

#include "algorithms/sssp/ranks_gpu/factory.hpp"
#include "comm/collective_error.hpp"
#include "ranks_gpu/room.hpp"
#include "ranks_gpu/transport.hpp"
#include "strider/error.hpp"

namespace strider::detail {

template <class W>
DistSsspLocals<W> device_path_locals(const comm::Communicator& comm, const Device& device,
                                     const DistSsspOptions& options) {
  comm::try_on_all_ranks(comm, [&] {
    if (options.encoding == WireEncoding::kVarint) {
      throw UsageError("encoding varint: devices support only lists and bitmaps");
    }
  });
  const RankPathsSettings settings{
      .place = place_of_messages(choose_transport(comm, device.kind(), options.transport))};
  return {.one_d = make_rank_paths_factory_1d<W>(device, settings),
          .delegate = make_rank_paths_factory_delegate<W>(device, settings),
          .room = [device] { return room_on(device); }};
}

template DistSsspLocals<float> device_path_locals(const comm::Communicator&, const Device&,
                                                  const DistSsspOptions&);
template DistSsspLocals<double> device_path_locals(const comm::Communicator&, const Device&,
                                                   const DistSsspOptions&);
template DistSsspLocals<std::uint32_t> device_path_locals(const comm::Communicator&, const Device&,
                                                          const DistSsspOptions&);

}  // namespace strider::detail

#include "ranks_gpu/room.hpp"

#include "gpu/cuda/open.hpp"
#include "gpu/dispatch.hpp"
#include "gpu/emulated/open.hpp"

namespace strider::detail {

DeviceRoom room_on(const Device& device) {
  const DeviceObject& context = *device.state().context;
  return {.identity = device.state().facts.identity,
          .free_bytes = device.free_bytes(),
          .total_bytes = device.total_bytes(),
          .own_bytes = on_device(
              device, [&] { return on_cuda::taken_bytes(context); },
              [&] { return on_simt::taken_bytes(context); })};
}

}  // namespace strider::detail

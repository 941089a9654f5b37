// From schemes, which know no device, to what does the work of their ranks on one.
#include "algorithms/bfs/dist/locals.hpp"

#include <fmt/format.h>

#include "algorithms/bfs/dist_gpu/delegate/factory.hpp"
#include "algorithms/bfs/dist_gpu/one_d/factory.hpp"
#include "algorithms/bfs/dist_gpu/two_d/factory.hpp"
#include "algorithms/bfs/gpu/options.hpp"
#include "strider/error.hpp"

namespace strider::detail {

DistBfsLocals device_locals(const Device& device, const DistBfsOptions& options,
                            const DeviceBfsOptions& device_options) {
  check_device_bfs_options(device_options);
  if (device_options.method != DeviceBfsMethod::kAuto) {
    throw UsageError(fmt::format("method {}: one of a search on a single device",
                                 device_bfs_method_name(device_options.method)));
  }
  if (options.encoding == WireEncoding::kVarint) {
    throw UsageError("encoding varint: devices send lists and bitmaps");
  }
  return {.one_d = make_device_factory_1d(device, device_options),
          .two_d = make_device_factory_2d(device, device_options),
          .delegate = device_delegate_local(device, device_options)};
}

}  // namespace strider::detail

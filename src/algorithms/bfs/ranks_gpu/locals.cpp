// From schemes, which know no device, to what does the work of their ranks on one.
#include "algorithms/bfs/ranks/locals.hpp"

#include <fmt/format.h>

#include "algorithms/bfs/gpu/options.hpp"
#include "algorithms/bfs/ranks_gpu/make_locals.hpp"
#include "algorithms/bfs/ranks_gpu/one_d/factory.hpp"
#include "algorithms/bfs/ranks_gpu/two_d/factory.hpp"
#include "comm/collective_error.hpp"
#include "gpu/dispatch.hpp"
#include "ranks_gpu/room.hpp"
#include "ranks_gpu/transport.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

void check_options(const DistBfsOptions& options, const DeviceBfsOptions& device_options) {
  check_device_bfs_options(device_options);
  if (device_options.method != DeviceBfsMethod::kAuto) {
    throw UsageError(fmt::format("method {} supports only a single device",
                                 device_bfs_method_name(device_options.method)));
  }
  if (options.encoding == WireEncoding::kVarint) {
    throw UsageError("encoding varint: devices support only lists and bitmaps");
  }
}

}  // namespace

DistBfsLocals device_locals(const comm::Communicator& comm, const Device& device,
                            const DistBfsOptions& options, const DeviceBfsOptions& device_options) {
  comm::try_on_all_ranks(comm, [&] { check_options(options, device_options); });
  DeviceBfsOptions chosen = device_options;
  chosen.transport = choose_transport(comm, device.kind(), device_options.transport);
  return {
      .one_d = make_device_factory_1d(device, chosen),
      .two_d = make_device_factory_2d(device, chosen),
      .delegate =
          [=](Workspace& workspace, const GraphDelegate& graph,
              const DelegateBfsSettings& settings) {
            return on_device(
                device,
                [&] {
                  return on_cuda::make_device_delegate(workspace, graph, settings, device, chosen);
                },
                [&] {
                  return on_simt::make_device_delegate(workspace, graph, settings, device, chosen);
                });
          },
      .room = [device] { return room_on(device); }};
}

}  // namespace strider::detail

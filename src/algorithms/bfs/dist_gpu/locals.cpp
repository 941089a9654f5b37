// From schemes, which know no device, to what does the work of their ranks on one.
#include "algorithms/bfs/dist/locals.hpp"

#include <fmt/format.h>

#include "algorithms/bfs/dist_gpu/delegate/factory.hpp"
#include "algorithms/bfs/dist_gpu/one_d/factory.hpp"
#include "algorithms/bfs/dist_gpu/two_d/factory.hpp"
#include "algorithms/bfs/gpu/options.hpp"
#include "comm/agreement.hpp"
#include "comm/device_support.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

void check_options(const DistBfsOptions& options, const DeviceBfsOptions& device_options) {
  check_device_bfs_options(device_options);
  if (device_options.method != DeviceBfsMethod::kAuto) {
    throw UsageError(fmt::format("method {}: one of a search on a single device",
                                 device_bfs_method_name(device_options.method)));
  }
  if (options.encoding == WireEncoding::kVarint) {
    throw UsageError("encoding varint: devices send lists and bitmaps");
  }
}

/// Staged or direct, the same on all ranks: messages of one are no messages of the other.
DeviceTransport choose_transport(const comm::Communicator& comm, DeviceKind kind,
                                 DeviceTransport wanted) {
  // The memory of an emulated device is the host's.
  const bool is_taken_here = kind == DeviceKind::kSimt || comm::takes_cuda_memory();
  const bool is_taken = comm.all_reduce(static_cast<std::uint32_t>(is_taken_here ? 1 : 0),
                                        comm::Reduction::kMin) != 0;
  comm::agree(comm, [&] {
    if (wanted != DeviceTransport::kDirect || is_taken) return;
    throw UnavailableError(fmt::format(
        "transport direct: this MPI {}: use auto or staged, or an MPI that was built for CUDA",
        comm::can_be_asked_for_cuda() ? "says that it does not take the memory of CUDA devices"
                                      : "cannot be asked whether it takes the memory of devices"));
  });
  if (wanted != DeviceTransport::kAuto) return wanted;
  return is_taken ? DeviceTransport::kDirect : DeviceTransport::kHostStaged;
}

}  // namespace

DistBfsLocals device_locals(const comm::Communicator& comm, const Device& device,
                            const DistBfsOptions& options, const DeviceBfsOptions& device_options) {
  comm::agree(comm, [&] { check_options(options, device_options); });
  DeviceBfsOptions chosen = device_options;
  chosen.transport = choose_transport(comm, device.kind(), device_options.transport);
  return {.one_d = make_device_factory_1d(device, chosen),
          .two_d = make_device_factory_2d(device, chosen),
          .delegate = device_delegate_local(device, chosen)};
}

}  // namespace strider::detail

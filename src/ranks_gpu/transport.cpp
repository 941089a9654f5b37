#include "ranks_gpu/transport.hpp"

#include <fmt/format.h>

#include "comm/collective_error.hpp"
#include "comm/device_support.hpp"
#include "strider/error.hpp"

namespace strider::detail {

DeviceTransport choose_transport(const comm::Communicator& comm, DeviceKind kind,
                                 DeviceTransport wanted) {
  // The memory of an emulated device is the host's.
  const bool is_taken_here = kind == DeviceKind::kSimt || comm::takes_cuda_memory();
  const bool is_taken = comm.all_reduce(static_cast<std::uint32_t>(is_taken_here ? 1 : 0),
                                        comm::Reduction::kMin) != 0;
  comm::try_on_all_ranks(comm, [&] {
    if (wanted != DeviceTransport::kGpuDirect || is_taken) return;
    throw UnavailableError(fmt::format(
        "transport gpu-direct: this MPI {}: use auto or staged, or an MPI that was built with CUDA "
        "support",
        comm::can_be_asked_for_cuda() ? "does not accept the memory of CUDA devices"
                                      : "does not tell whether it accepts device memory"));
  });
  if (wanted != DeviceTransport::kAuto) return wanted;
  return is_taken ? DeviceTransport::kGpuDirect : DeviceTransport::kHostStaged;
}

}  // namespace strider::detail

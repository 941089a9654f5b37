// How the devices of ranks run in tests of shortest paths.
#pragma once

#include <cstdint>

#include "algorithms/sssp/ranks_gpu/devices.hpp"
#include "comm/device_support.hpp"
#include "conformance/ranks_sssp.hpp"
#include "strider/device.hpp"
#include "support/mpi_world.hpp"
#include "support/test_device.hpp"

namespace strider::test {

struct PathsSchedule {
  SimtSettings device;
  detail::DevicePathsSettings settings;
};
/// Every rank has a schedule of its own. Messages of the first are staged, those of the second lie
/// on the device, where MPI takes that.
inline PathsSchedule plain() {
  return {{.seed = 11 + static_cast<std::uint64_t>(test_world().rank())}, {.block_threads = 32}};
}
inline PathsSchedule interrupted() {
  const bool is_gpu_direct = is_emulated() || comm::takes_cuda_memory();
  return {{.seed = 71 + static_cast<std::uint64_t>(test_world().rank()), .preempt_one_in = 7},
          {.place = is_gpu_direct ? detail::MessagePlace::kDevice : detail::MessagePlace::kPinned,
           .block_threads = 64}};
}

/// The work of ranks on the device under test.
template <class W>
PathsTest<W> on_devices(const PathsSchedule& on, comm::Encoding encoding = comm::Encoding::kAuto,
                        int ranks_per_node = 0) {
  return {encoding, ranks_per_node, detail::paths_on<W>(test_device(on.device), on.settings)};
}

}  // namespace strider::test

// How the devices of ranks are emulated in tests.
#pragma once

#include <cstdint>

#include "comm/device_support.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"
#include "support/mpi_world.hpp"
#include "support/test_device.hpp"

namespace strider::test {

struct DeviceSchedule {
  SimtSettings device;
  DeviceBfsOptions options;
};

inline constexpr std::uint64_t kDeviceSeeds[] = {1, 2};

/// Staged where MPI cannot be given the memory of the device under test.
inline DeviceTransport gpu_direct_where_taken() {
  return is_emulated() || comm::takes_cuda_memory() ? DeviceTransport::kGpuDirect
                                                    : DeviceTransport::kHostStaged;
}

/// Of this rank: each has one of its own. Messages of the first schedule are staged, those of the
/// others are not.
inline DeviceSchedule device_schedule(std::uint64_t seed) {
  const auto rank = static_cast<std::uint64_t>(test_world().rank());
  if (seed == 1) {
    return {{.seed = 1 + rank},
            {.tuning = {.block_threads = 32}, .transport = DeviceTransport::kHostStaged}};
  }
  return {{.seed = 100 * seed + rank, .preempt_one_in = 7},
          {.tuning = {.block_threads = 64, .edges_per_thread = 2},
           .transport = gpu_direct_where_taken()}};
}

/// Random graphs to search on emulated devices: fewer where ranks are many more than cores.
inline std::uint64_t num_random_graphs() {
  return test_world().size() <= 4 ? 24 : 10;
}

}  // namespace strider::test

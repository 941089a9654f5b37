// The word for the barrier of a whole grid, for kernels that are launched cooperatively. It stands
// apart from simt.hpp: nvcc takes longer to read CUDA's header for it than all else that a kernel
// includes.
#pragma once

#include "simt/simt.hpp"

#ifdef __CUDACC__
#include <cooperative_groups.h>
#endif

namespace strider::simt {
inline namespace STRIDER_DEVICE {

#ifdef __CUDACC__
STRIDER_DEVICE_FUNCTION void grid_sync() {
  cooperative_groups::this_grid().sync();
}
#else
STRIDER_DEVICE_FUNCTION void grid_sync(STRIDER_SITE) {
  emulator::sync_grid(site);
}
#endif

}  // namespace STRIDER_DEVICE
}  // namespace strider::simt

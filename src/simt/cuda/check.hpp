// What CUDA's functions return becomes an exception.
#pragma once

#include <cuda_runtime.h>

namespace strider::simt {
inline namespace on_cuda {

/// Throws MemoryError where the device has no memory left, UnavailableError where there is no
/// device, driver or build that can do it, std::runtime_error for the rest, which are mistakes of
/// this library or a device that failed. `what` names the call.
void check(cudaError_t status, const char* what);

}  // namespace on_cuda
}  // namespace strider::simt

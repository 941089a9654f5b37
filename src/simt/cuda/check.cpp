#include "simt/cuda/check.hpp"

#include <stdexcept>
#include <string>

#include "strider/error.hpp"

namespace strider::simt::inline on_cuda {

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  // Else the next call that asks would be told of it again.
  static_cast<void>(cudaGetLastError());
  const std::string message = std::string(what) + ": " + cudaGetErrorString(status);
  switch (status) {
    case cudaErrorMemoryAllocation:
      throw MemoryError(0, 0, message);
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorInvalidDevice:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorSystemDriverMismatch:
      throw UnavailableError(message);
    default:
      throw std::runtime_error(message);
  }
}

}  // namespace strider::simt::inline on_cuda

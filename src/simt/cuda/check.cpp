#include "simt/cuda/check.hpp"

#include <stdexcept>
#include <string>

#include "strider/error.hpp"

namespace strider::simt {
inline namespace on_cuda {
namespace {

/// What another device, driver or build would mend.
bool is_unavailable(cudaError_t status) {
  switch (status) {
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorDevicesUnavailable:  // another process has it for itself
    case cudaErrorDeviceNotLicensed:
    case cudaErrorInsufficientDriver:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorSystemNotReady:
    case cudaErrorCompatNotSupportedOnDevice:
    case cudaErrorInitializationError:
    case cudaErrorStubLibrary:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidKernelImage:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorJitCompilerNotFound:
    case cudaErrorJitCompilationDisabled:
    case cudaErrorNotSupported:
      return true;
    default:
      return false;
  }
}

}  // namespace

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  // Else the next call that asks would be informed of it again.
  static_cast<void>(cudaGetLastError());
  const std::string message = std::string(what) + ": " + cudaGetErrorString(status);
  if (status == cudaErrorMemoryAllocation) throw MemoryError(0, 0, message);
  if (is_unavailable(status)) throw UnavailableError(message);
  throw std::runtime_error(message);
}

}  // namespace on_cuda
}  // namespace strider::simt

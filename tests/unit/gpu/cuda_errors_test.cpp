// What CUDA says is distinguished: a device, driver or build that is missing, memory, and mistakes.
// Needs no device.
#include <gtest/gtest.h>

#include <string>

#include "gpu/cuda/open.hpp"
#include "simt/cuda/check.hpp"
#include "strider/error.hpp"

namespace strider::test {
namespace {

using simt::on_cuda::check;

TEST(CudaErrors, SuccessIsNone) {
  EXPECT_NO_THROW(check(cudaSuccess, "nothing"));
}
TEST(CudaErrors, WhatAnotherDeviceOrDriverOrBuildWouldMend) {
  for (const cudaError_t status :
       {cudaErrorNoDevice, cudaErrorInvalidDevice, cudaErrorDevicesUnavailable,
        cudaErrorInsufficientDriver, cudaErrorNoKernelImageForDevice,
        cudaErrorUnsupportedPtxVersion, cudaErrorJitCompilerNotFound, cudaErrorNotSupported,
        cudaErrorSystemDriverMismatch, cudaErrorSystemNotReady}) {
    try {
      check(status, "cudaSomething");
      FAIL() << cudaGetErrorName(status);
    } catch (const UnavailableError& error) {
      EXPECT_EQ(error.what(), std::string("cudaSomething: ") + cudaGetErrorString(status));
    }
  }
}
TEST(CudaErrors, Memory) {
  EXPECT_THROW(check(cudaErrorMemoryAllocation, "cudaMalloc"), MemoryError);
}
TEST(CudaErrors, MistakesAreNoErrorsOfTheCaller) {
  for (const cudaError_t status : {cudaErrorInvalidValue, cudaErrorIllegalAddress,
                                   cudaErrorLaunchOutOfResources, cudaErrorAssert}) {
    try {
      check(status, "a kernel's launch");
      FAIL() << cudaGetErrorName(status);
    } catch (const Error&) {
      FAIL() << cudaGetErrorName(status) << " is taken for another's mistake";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()).find("a kernel's launch: "), 0U);
    }
  }
}

std::string refusal(const detail::on_cuda::DeviceAbilities& abilities) {
  try {
    detail::on_cuda::require_usable("device cuda:3", abilities);
  } catch (const UnavailableError& error) {
    return error.what();
  }
  return "taken";
}
TEST(CudaErrors, DevicesThatNoKernelRunsOn) {
  EXPECT_EQ(refusal({.major = 8, .minor = 0, .launches_cooperatively = true}), "taken");
  EXPECT_EQ(refusal({.major = 9, .minor = 0, .launches_cooperatively = true}), "taken");
  EXPECT_EQ(refusal({.major = 7, .minor = 5, .launches_cooperatively = true}),
            "device cuda:3: its compute capability is 7.5, but at least 8.0 is needed");
  EXPECT_NE(refusal({.major = 8, .minor = 6}).find("cooperative"), std::string::npos);
}

}  // namespace
}  // namespace strider::test

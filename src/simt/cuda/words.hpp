// The vocabulary of simt.hpp in CUDA C++.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "simt/cuda/check.hpp"
#include "simt/types.hpp"

#define STRIDER_DEVICE on_cuda
// Each source has its own of a header's kernels: nvcc takes no inline ones.
#define STRIDER_KERNEL [[maybe_unused]] static __global__ void
// Of so many registers a thread at most: with 64, a multiprocessor has four blocks of 256 threads,
// or one of 1024, where the compiler by itself would take a few more and leave three. Compilers for
// older devices would have to spill some.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define STRIDER_KERNEL_WITHIN(registers) STRIDER_KERNEL
#else
#define STRIDER_KERNEL_WITHIN(registers) STRIDER_KERNEL __maxnreg__(registers)
#endif
#define STRIDER_DEVICE_FUNCTION __device__ __forceinline__
#define STRIDER_UNROLL _Pragma("unroll")
#define STRIDER_SHARED(T, name, count) __shared__ T name[count]

namespace strider::simt {
inline namespace on_cuda {

STRIDER_DEVICE_FUNCTION u32 thread_id() {
  return threadIdx.x;
}
STRIDER_DEVICE_FUNCTION u32 block_id() {
  return blockIdx.x;
}
STRIDER_DEVICE_FUNCTION u32 block_dim() {
  return blockDim.x;
}
STRIDER_DEVICE_FUNCTION u32 grid_dim() {
  return gridDim.x;
}

STRIDER_DEVICE_FUNCTION void syncthreads() {
  __syncthreads();
}
STRIDER_DEVICE_FUNCTION bool syncthreads_or(bool vote) {
  return __syncthreads_or(vote ? 1 : 0) != 0;
}
STRIDER_DEVICE_FUNCTION void syncwarp(u32 mask) {
  __syncwarp(mask);
}
STRIDER_DEVICE_FUNCTION void spin_pause() {
  __nanosleep(32);
}

STRIDER_DEVICE_FUNCTION u64 clock_nanoseconds() {
  u64 time = 0;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
  return time;
}

STRIDER_DEVICE_FUNCTION u32 ballot(u32 mask, bool vote) {
  return __ballot_sync(mask, vote);
}
STRIDER_DEVICE_FUNCTION bool any(u32 mask, bool vote) {
  return __any_sync(mask, vote);
}
template <class T>
STRIDER_DEVICE_FUNCTION T shfl(u32 mask, T value, u32 lane) {
  return __shfl_sync(mask, value, static_cast<int>(lane));
}
STRIDER_DEVICE_FUNCTION u32 match_any(u32 mask, u32 value) {
  return __match_any_sync(mask, value);
}
STRIDER_DEVICE_FUNCTION u32 warp_sum(u32 mask, u32 value) {
  return __reduce_add_sync(mask, value);
}
template <class T>
STRIDER_DEVICE_FUNCTION T warp_scan(T value) {
#pragma unroll
  for (u32 distance = 1; distance < kWarp; distance *= 2) {
    const T below = __shfl_up_sync(kFullMask, value, distance);
    if (threadIdx.x % kWarp >= distance) value += below;
  }
  return value;
}

STRIDER_DEVICE_FUNCTION u32 popcount(u32 word) {
  return static_cast<u32>(__popc(static_cast<int>(word)));
}
STRIDER_DEVICE_FUNCTION u32 popcount(u64 word) {
  return static_cast<u32>(__popcll(static_cast<long long>(word)));
}
STRIDER_DEVICE_FUNCTION u32 lowest_bit(u32 word) {
  return static_cast<u32>(__ffs(static_cast<int>(word))) - 1;
}

// CUDA declares its 64-bit atomics on unsigned long long, and std::uint64_t is unsigned long.
template <class T>
struct AtomicType {
  using type = T;
};
template <>
struct AtomicType<u64> {
  using type = unsigned long long;
};
template <class T>
using Atomic = typename AtomicType<T>::type;

template <class T>
STRIDER_DEVICE_FUNCTION Atomic<T>* as_atomic(T* place) {
  return reinterpret_cast<Atomic<T>*>(place);
}
template <class T>
STRIDER_DEVICE_FUNCTION T atomic_add(T* place, std::type_identity_t<T> value) {
  return atomicAdd(as_atomic(place), Atomic<T>(value));
}
template <class T>
STRIDER_DEVICE_FUNCTION T atomic_or(T* place, std::type_identity_t<T> value) {
  return atomicOr(as_atomic(place), Atomic<T>(value));
}
template <class T>
STRIDER_DEVICE_FUNCTION T atomic_min(T* place, std::type_identity_t<T> value) {
  return atomicMin(as_atomic(place), Atomic<T>(value));
}
template <class T>
STRIDER_DEVICE_FUNCTION T atomic_max(T* place, std::type_identity_t<T> value) {
  return atomicMax(as_atomic(place), Atomic<T>(value));
}
template <class T>
STRIDER_DEVICE_FUNCTION T atomic_exchange(T* place, std::type_identity_t<T> value) {
  return atomicExch(as_atomic(place), Atomic<T>(value));
}
template <class T>
STRIDER_DEVICE_FUNCTION T atomic_cas(T* place, std::type_identity_t<T> expected,
                                     std::type_identity_t<T> value) {
  return atomicCAS(as_atomic(place), Atomic<T>(expected), Atomic<T>(value));
}
// Not volatile: that is for the whole system, and the compiler keeps all of it in order.
template <class T>
STRIDER_DEVICE_FUNCTION T load(const T* place) {
  return __nv_atomic_load_n(const_cast<T*>(place), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
template <class T>
STRIDER_DEVICE_FUNCTION void store(T* place, std::type_identity_t<T> value) {
  __nv_atomic_store_n(place, value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
// Relaxed, and of the scope of a block: so the multiprocessor's own cache may answer
// (LDG.STRONG.SM; the scope of the device is STRONG.GPU, which goes past it), and still the value
// is read once, whole and where the program says, of which a weak read or __ldca has nothing. That
// other blocks write there by atomics stays a race in name, their scope being none of this read's:
// PTX gives such reads a meaning, what any write has left that no barrier has made obsolete
// (Lustig, Sahasrabuddhe and Giroux 2019). Only for what a caller checks again by an atomic, or
// what is right when old.
template <class T>
STRIDER_DEVICE_FUNCTION T load_stale(const T* place) {
  static_assert(std::is_unsigned_v<T> && (sizeof(T) == sizeof(u32) || sizeof(T) == sizeof(u64)));
  T value;
  if constexpr (sizeof(T) == sizeof(u32)) {
    asm volatile("ld.relaxed.cta.global.u32 %0, [%1];"
                 : "=r"(value)
                 : "l"(__cvta_generic_to_global(place)));
  } else {
    asm volatile("ld.relaxed.cta.global.u64 %0, [%1];"
                 : "=l"(value)
                 : "l"(__cvta_generic_to_global(place)));
  }
  return value;
}
template <class T>
STRIDER_DEVICE_FUNCTION T load_constant(const T* place) {
  return __ldg(place);
}
STRIDER_DEVICE_FUNCTION Four load_four_constant(const u32* place) {
  const uint4 four = __ldg(reinterpret_cast<const uint4*>(place));
  return {{four.x, four.y, four.z, four.w}};
}

template <class T>
STRIDER_DEVICE_FUNCTION T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char strider_dynamic_shared[];
  return reinterpret_cast<T*>(strider_dynamic_shared);
}

/// A stream, the device that it is of, and the number of kernels launched there so far.
struct LaunchQueue {
  cudaStream_t stream;
  u64* num_launches;
  int device;
};
/// Where launches and copies are put, one after the other.
using QueueHandle = LaunchQueue*;

/// Before what CUDA takes for the calling thread's device, whichever it used last.
inline void make_current(QueueHandle queue) {
  check(cudaSetDevice(queue->device), "cudaSetDevice");
}

template <class... P>
void launch_in(QueueHandle queue, LaunchShape shape, bool cooperative, void (*kernel)(P...),
               P... arguments) {
  void* pointers[] = {static_cast<void*>(&arguments)..., nullptr};
  const auto* function = reinterpret_cast<const void*>(kernel);
  make_current(queue);
  // What a block may have without asking for it.
  constexpr u32 kGrantedSharedBytes = 48 * 1024;
  if (shape.shared_bytes > kGrantedSharedBytes) {
    check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shape.shared_bytes)),
          "cudaFuncSetAttribute");
  }
  check(cooperative ? cudaLaunchCooperativeKernel(function, dim3(shape.grid), dim3(shape.block),
                                                  pointers, shape.shared_bytes, queue->stream)
                    : cudaLaunchKernel(function, dim3(shape.grid), dim3(shape.block), pointers,
                                       shape.shared_bytes, queue->stream),
        "a kernel's launch");
  ++*queue->num_launches;
}
template <class... P>
void launch(QueueHandle queue, LaunchShape shape, void (*kernel)(P...),
            std::type_identity_t<P>... arguments) {
  if (shape.grid > 0) launch_in<P...>(queue, shape, false, kernel, arguments...);
}
template <class... P>
void launch_cooperative(QueueHandle queue, LaunchShape shape, void (*kernel)(P...),
                        std::type_identity_t<P>... arguments) {
  launch_in<P...>(queue, shape, true, kernel, arguments...);
}
/// Blocks of a kernel that the device holds at the same time.
template <class... P>
u32 max_cooperative_blocks(QueueHandle queue, void (*kernel)(P...), u32 block, u32 shared_bytes) {
  int multiprocessors = 0;
  int blocks_each = 0;
  make_current(queue);
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, queue->device),
        "cudaDeviceGetAttribute");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, kernel, static_cast<int>(block),
                                                      shared_bytes),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<u32>(multiprocessors) * static_cast<u32>(blocks_each);
}
/// Threads of a block of this kernel: as many as the registers that it uses leave.
template <class... P>
u32 max_block_threads(QueueHandle queue, void (*kernel)(P...)) {
  make_current(queue);
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
  return static_cast<u32>(attributes.maxThreadsPerBlock);
}

}  // namespace on_cuda
}  // namespace strider::simt

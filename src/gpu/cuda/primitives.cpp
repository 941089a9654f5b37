#include "gpu/primitives.hpp"

#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

namespace strider::detail::on_cuda {
namespace {

cudaError_t scan(void* memory, std::size_t& bytes, const simt::u32* from, simt::u64* to,
                 std::size_t count, cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveScan(memory, bytes, from, to, cuda::std::plus<simt::u64>(),
                                        simt::u64{0}, count, stream);
}

}  // namespace

void exclusive_sum(Queue& queue, Scratch& scratch, const simt::u32* from, simt::u64* to,
                   std::size_t count) {
  simt::make_current(queue.handle());
  std::size_t bytes = exclusive_sum_bytes(count);
  simt::check(scan(scratch.get(bytes), bytes, from, to, count, queue.handle()->stream),
              "a device's scan");
  constexpr simt::u64 kKernelsOfAScan = 2;  // one clears what the other counts in
  *queue.handle()->num_launches += kKernelsOfAScan;
}
std::size_t exclusive_sum_bytes(std::size_t count) {
  std::size_t bytes = 0;
  simt::check(scan(nullptr, bytes, nullptr, nullptr, count, nullptr), "a device's scan");
  return bytes;
}

}  // namespace strider::detail::on_cuda

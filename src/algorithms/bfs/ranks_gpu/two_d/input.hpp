// What a search on a grid of ranks with devices is made of: the graph in plain arrays of the host.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "algorithms/bfs/ranks/two_d/local_search.hpp"
#include "comm/encoding/encoding.hpp"
#include "gpu/device_state.hpp"
#include "gpu/matrix_on_host.hpp"
#include "partition/grid.hpp"
#include "partition/shuffle.hpp"
#include "ranks_gpu/message_place.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"

namespace strider::detail {

/// What the device's memory depends on.
struct DeviceSizes2d {
  GridPlace place;
  std::uint64_t matrix_bytes = 0;  ///< of both matrices as the device has them
  comm::Encoding encoding = comm::Encoding::kAuto;
  MessagePlace messages = MessagePlace::kPinned;
};

struct DeviceInput2d {
  Device device;
  MessagePlace messages = MessagePlace::kPinned;
  GridPlace place;
  Shuffle shuffle;
  std::uint32_t num_own = 0;
  bool is_directed = false;
  MatrixOnHost by_source;
  /// Empty where no step goes bottom-up.
  MatrixOnHost by_target;
  std::span<const std::uint32_t> degrees;  ///< of own vertices, padded to a block
  comm::Encoding encoding = comm::Encoding::kAuto;
  DeviceBfsOptions options;

  [[nodiscard]] DeviceSizes2d sizes() const {
    return {place, by_source.predict_bytes() + by_target.predict_bytes(), encoding, messages};
  }
};

// predict_...: bytes of the device's memory. make_...: the arrays of the input are read by it
// only; throws MemoryError before memory is taken.
namespace on_cuda {
[[nodiscard]] std::uint64_t predict_device_search_2d_bytes(const DeviceSizes2d& sizes);
[[nodiscard]] std::unique_ptr<LocalSearch2d> make_device_search_2d(const DeviceInput2d& input);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::uint64_t predict_device_search_2d_bytes(const DeviceSizes2d& sizes);
[[nodiscard]] std::unique_ptr<LocalSearch2d> make_device_search_2d(const DeviceInput2d& input);
}  // namespace on_simt

}  // namespace strider::detail

// What a spanning forest on a device is to code that knows no kind of device.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "gpu/device_object.hpp"
#include "strider/device_msf.hpp"

namespace strider::detail {

/// What is known of a forest without a look at its edges.
struct DeviceForestFacts {
  std::uint64_t num_edges = 0;
  /// The ends of an edge that weighs NaN: then nothing else is valid.
  std::optional<std::pair<Vertex, Vertex>> nan;
};

/// Keeps the forest that it found last on the device.
template <class W>
class DeviceMsfEngine {
 public:
  virtual ~DeviceMsfEngine() = default;
  virtual DeviceForestFacts find() = 0;
  /// Its edges, ascending by (u, v). Precondition: there is room for as many as find() counted.
  virtual void download(std::span<MsfEdge<W>> edges) = 0;
};

/// Options that have been checked, and what only tests choose.
struct DeviceMsfSettings {
  DeviceMsfOptions options;
  /// Of arc 0: so that split words see numbers of more than 32 bits on small graphs.
  std::uint64_t first_name = 0;
};

// `arrays` are GraphArrays and `weights` ValueArray<W> of the same kind of device, of an
// undirected graph whose rows ascend. Throw MemoryError, and UsageError where the device holds no
// such blocks.
namespace on_cuda {
template <class W>
[[nodiscard]] std::unique_ptr<DeviceMsfEngine<W>> make_device_msf(
    const DeviceObject& arrays, const DeviceObject& weights, const DeviceMsfSettings& settings);
}  // namespace on_cuda
namespace on_simt {
template <class W>
[[nodiscard]] std::unique_ptr<DeviceMsfEngine<W>> make_device_msf(
    const DeviceObject& arrays, const DeviceObject& weights, const DeviceMsfSettings& settings);
}  // namespace on_simt

}  // namespace strider::detail

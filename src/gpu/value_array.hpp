// Numbers in a device's memory, one after the other.
#pragma once

#include <memory>
#include <span>

#include "gpu/buffer.hpp"
#include "gpu/device_object.hpp"

namespace strider::detail::STRIDER_DEVICE {

template <class T>
class ValueArray final : public DeviceArrayObject {
 public:
  /// Copies the values. Throws MemoryError.
  ValueArray(Context& context, std::span<const T> values);

  [[nodiscard]] const T* data() const { return values_.data(); }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] void* address() const override { return values_.data(); }

 private:
  DeviceBuffer<T> values_;
};

/// For code that knows no kind of device.
template <class T>
[[nodiscard]] std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject& context,
                                                                  std::span<const T> values);

}  // namespace strider::detail::STRIDER_DEVICE

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
  /// Declares a copy of the values, which are read when it is taken.
  ValueArray(Workspace& workspace, Queue& queue, std::span<const T> values) {
    declare_copy(workspace, "the values", values_, queue, values);
  }

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

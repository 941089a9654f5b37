// What code that knows no kind of device holds of one.
#pragma once

namespace strider::detail {

/// A context, a graph's arrays, a search: only code of the device's own kind knows more of it.
class DeviceObject {
 public:
  virtual ~DeviceObject() = default;
};

/// An array in the memory of one.
class DeviceArrayObject : public DeviceObject {
 public:
  /// Null if it is empty.
  [[nodiscard]] virtual void* address() const = 0;
};

}  // namespace strider::detail

// What code that knows no kind of device holds of one.
#pragma once

namespace strider::detail {

/// A context, a graph's arrays, a search: only code of the device's own kind knows more of it.
class DeviceObject {
 public:
  virtual ~DeviceObject() = default;
};

}  // namespace strider::detail

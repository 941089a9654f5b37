// A device that has been opened, and its thread.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>

#include "place.hpp"
#include "strider/device.hpp"

namespace strider::python {

class DevicePlace final : public Place {
 public:
  /// Throws what `open` throws.
  DevicePlace(int number, const std::function<Device()>& open);
  void run(const std::function<void()>& body) override;
  /// For bodies.
  [[nodiscard]] const Device& device() const { return *device_; }
  /// Among the devices of its kind.
  [[nodiscard]] int number() const { return number_; }

 private:
  void serve();

  int number_;
  pid_t process_;
  std::optional<Device> device_;
  std::mutex callers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* body_ = nullptr;
  std::exception_ptr thrown_;
  bool ended_ = false;
};

}  // namespace strider::python

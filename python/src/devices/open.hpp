// A device that has been opened, and its thread.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "place.hpp"
#include "strider/device.hpp"

namespace strider::python {

class DevicePlace final : public Place {
 public:
  /// Throws what `open` throws.
  DevicePlace(int number, const std::function<Device()>& open);
  void run(const std::function<void()>& body) override;
  void discard(std::function<void()> body) override;
  /// For bodies.
  [[nodiscard]] const Device& device() const { return *device_; }
  /// Among the devices of its kind.
  [[nodiscard]] int number() const { return number_; }

 private:
  void put(std::function<void()> work);
  void serve();

  int number_;
  pid_t process_;
  std::optional<Device> device_;
  std::thread::id thread_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void()>> work_;
  bool ended_ = false;  // of the thread's own
};

}  // namespace strider::python

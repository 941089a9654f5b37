// Kernels by themselves, on the kind of device that a test is compiled for.
#pragma once

#include <functional>
#include <type_traits>
#include <vector>

#include "unit/gpu/opened.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// A device with one queue, and arrays that go there for one run and come back changed. On an
/// emulated device AddressSanitizer guards their ends.
class DeviceBench {
 public:
  explicit DeviceBench(const Schedule& schedule = {})
      : object_(open(schedule)), context_(static_cast<Context&>(*object_)), queue_(context_) {}

  /// The place of `array` on the device, in the next run.
  template <class T>
  T* put(std::vector<T>& array) {
    auto buffer = std::make_shared<DeviceBuffer<T>>(uploaded<T>(queue_, std::span<const T>(array)));
    T* const place = buffer->data();
    after_.push_back([this, &array, kept = std::move(buffer)] {
      download<T>(queue_, std::span<T>(array), *kept);
    });
    return place;
  }
  template <class... P>
  void run(simt::LaunchShape shape, void (*kernel)(P...), std::type_identity_t<P>... arguments) {
    simt::launch(queue_.handle(), shape, kernel, arguments...);
    finish();
  }
  template <class... P>
  void run_cooperative(simt::LaunchShape shape, void (*kernel)(P...),
                       std::type_identity_t<P>... arguments) {
    simt::launch_cooperative(queue_.handle(), shape, kernel, arguments...);
    finish();
  }

 private:
  void finish() {
    queue_.wait();
    for (const auto& come_back : after_) come_back();
    after_.clear();
  }

  std::unique_ptr<DeviceObject> object_;
  Context& context_;
  Queue queue_;
  std::vector<std::function<void()>> after_;
};

}  // namespace strider::detail::STRIDER_DEVICE

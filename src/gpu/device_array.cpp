// The public face of arrays on devices.
#include "gpu/dispatch.hpp"
#include "gpu/graph_arrays_factory.hpp"
#include "strider/device.hpp"

namespace strider {

using namespace detail;

template <class T>
struct DeviceArray<T>::State {
  Device device;
  std::unique_ptr<DeviceArrayObject> values;
};

template <class T>
DeviceArray<T>::DeviceArray(Device device, std::span<const T> values) : size_(values.size()) {
  DeviceObject& context = *device.state().context;
  auto made = on_device(
      device, [&] { return on_cuda::make_value_array(context, values); },
      [&] { return on_simt::make_value_array(context, values); });
  state_ = std::make_shared<const State>(State{std::move(device), std::move(made)});
}

template <class T>
const Device& DeviceArray<T>::device() const {
  return state_->device;
}
template <class T>
T* DeviceArray<T>::data() const {
  return static_cast<T*>(state_->values->address());
}

template class DeviceArray<float>;
template class DeviceArray<double>;
template class DeviceArray<std::uint32_t>;
template class DeviceArray<std::uint64_t>;

}  // namespace strider

#include "gpu/value_array.hpp"

namespace strider::detail::STRIDER_DEVICE {

template <class T>
std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject& context,
                                                    std::span<const T> values) {
  Queue queue(static_cast<Context&>(context));
  Workspace workspace;
  auto array = std::make_unique<ValueArray<T>>(workspace, queue, values);
  workspace.take("an array", queue.context());
  return array;
}

template std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject&, std::span<const float>);
template std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject&,
                                                             std::span<const double>);
template std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject&,
                                                             std::span<const simt::u32>);
template std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject&,
                                                             std::span<const simt::u64>);

}  // namespace strider::detail::STRIDER_DEVICE

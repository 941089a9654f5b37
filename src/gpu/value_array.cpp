#include "gpu/value_array.hpp"

namespace strider::detail::STRIDER_DEVICE {

template <class T>
ValueArray<T>::ValueArray(Context& context, std::span<const T> values) {
  Queue queue(context);
  values_ = uploaded<T>(queue, values);
}

template <class T>
std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject& context,
                                                    std::span<const T> values) {
  return std::make_unique<ValueArray<T>>(static_cast<Context&>(context), values);
}

template class ValueArray<float>;
template class ValueArray<double>;
template class ValueArray<u32>;
template class ValueArray<u64>;
template std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject&, std::span<const float>);
template std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject&,
                                                             std::span<const double>);
template std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject&, std::span<const u32>);
template std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject&, std::span<const u64>);

}  // namespace strider::detail::STRIDER_DEVICE

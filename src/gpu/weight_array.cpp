#include "gpu/weight_array.hpp"

namespace strider::detail::STRIDER_DEVICE {

template <class W>
WeightArray<W>::WeightArray(Context& context, std::span<const W> weights) {
  Queue queue(context);
  weights_ = uploaded<W>(queue, weights);
}

template <class W>
std::unique_ptr<DeviceObject> make_weight_array(DeviceObject& context, std::span<const W> weights) {
  return std::make_unique<WeightArray<W>>(static_cast<Context&>(context), weights);
}

template class WeightArray<float>;
template class WeightArray<double>;
template class WeightArray<u32>;
template std::unique_ptr<DeviceObject> make_weight_array(DeviceObject&, std::span<const float>);
template std::unique_ptr<DeviceObject> make_weight_array(DeviceObject&, std::span<const double>);
template std::unique_ptr<DeviceObject> make_weight_array(DeviceObject&, std::span<const u32>);

}  // namespace strider::detail::STRIDER_DEVICE

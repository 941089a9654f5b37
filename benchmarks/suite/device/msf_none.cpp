// Of a build without devices.
#include "msf.hpp"
#include "strider/error.hpp"

namespace benchmark {

template <class W>
void time_on_device(const strider::WeightedGraph<W>& /*graph*/, const Json& /*facts*/,
                    const DeviceForestArguments& arguments) {
  throw strider::UnavailableError(
      "device " + arguments.device +
      ": this build has no device support: build with -DSTRIDER_GPU=ON");
}

template void time_on_device(const strider::WeightedGraph<float>&, const Json&,
                             const DeviceForestArguments&);
template void time_on_device(const strider::WeightedGraph<double>&, const Json&,
                             const DeviceForestArguments&);
template void time_on_device(const strider::WeightedGraph<std::uint32_t>&, const Json&,
                             const DeviceForestArguments&);

}  // namespace benchmark

// Of a build without devices.
#include "bc.hpp"
#include "components.hpp"
#include "msf.hpp"
#include "paths.hpp"
#include "run.hpp"
#include "strider/error.hpp"

namespace benchmark {

namespace {

[[noreturn]] void refuse(const std::string& device) {
  throw strider::UnavailableError(
      "device " + device + ": this build has no device support: build with -DSTRIDER_GPU=ON");
}

}  // namespace

BcRun bc_on_device(const std::string& device, const strider::Graph& /*graph*/,
                   const strider::BetweennessOptions& /*options*/, const std::string& /*method*/,
                   std::uint32_t /*sources_at_once*/) {
  refuse(device);
}

std::function<strider::ComponentsResult()> components_on_device(const std::string& device,
                                                                const strider::Graph& /*graph*/) {
  refuse(device);
}

bool run_on_device(const std::vector<std::string>& /*graphs*/, const SearchArguments& /*searches*/,
                   const std::vector<std::string>& /*methods*/,
                   const BfsDeviceArguments& arguments) {
  refuse(arguments.device);
}

bool run_paths_on_device(const std::vector<std::string>& /*graphs*/,
                         const SearchArguments& /*searches*/,
                         const std::vector<std::string>& /*methods*/,
                         const PathDeviceArguments& arguments) {
  refuse(arguments.device);
}

template <class W>
void time_on_device(const strider::WeightedGraph<W>& /*graph*/, const Json& /*facts*/,
                    const DeviceForestArguments& arguments) {
  refuse(arguments.device);
}
template void time_on_device(const strider::WeightedGraph<float>&, const Json&,
                             const DeviceForestArguments&);
template void time_on_device(const strider::WeightedGraph<double>&, const Json&,
                             const DeviceForestArguments&);
template void time_on_device(const strider::WeightedGraph<std::uint32_t>&, const Json&,
                             const DeviceForestArguments&);

}  // namespace benchmark

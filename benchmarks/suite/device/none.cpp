// Of a build without devices.
#include "paths.hpp"
#include "run.hpp"
#include "strider/error.hpp"

namespace benchmark {

bool run_on_device(const std::vector<std::string>& /*graphs*/, const SearchArguments& /*searches*/,
                   const std::vector<std::string>& /*methods*/, const DeviceArguments& arguments) {
  throw strider::UnavailableError("device " + arguments.device +
                                  ": this build has no devices: build with -DSTRIDER_GPU=ON");
}

bool run_paths_on_device(const std::vector<std::string>& /*graphs*/,
                         const SearchArguments& /*searches*/,
                         const std::vector<std::string>& /*methods*/,
                         const PathDeviceArguments& arguments) {
  throw strider::UnavailableError("device " + arguments.device +
                                  ": this build has no devices: build with -DSTRIDER_GPU=ON");
}

}  // namespace benchmark

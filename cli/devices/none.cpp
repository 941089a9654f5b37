// A build without devices.
#include "devices/place.hpp"
#include "strider/error.hpp"

namespace strider::cli {

bool has_devices() {
  return false;
}
std::string device_methods() {
  return "";
}
std::unique_ptr<SearchPlace> device_place(const PreparedGraph& /*graph*/,
                                          const SearchOptions& /*search*/,
                                          const DeviceChoice& /*device*/, std::uint64_t /*seed*/) {
  throw UnavailableError("this build has no devices: build with -DSTRIDER_GPU=ON");
}

}  // namespace strider::cli

// A build without devices.
#include "devices/bc.hpp"
#include "devices/place.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

[[noreturn]] void refuse() {
  throw UnavailableError("this build has no devices: build with -DSTRIDER_GPU=ON");
}

}  // namespace

bool has_devices() {
  return false;
}
std::string device_methods() {
  return "";
}
DeviceBfsOptions device_options(const DeviceTuning& /*tuning*/) {
  refuse();
}
Device open_device(const DeviceChoice& /*device*/, const DeviceTuning& /*tuning*/,
                   std::uint64_t /*seed*/, int /*number_here*/) {
  refuse();
}
std::string device_name(const Device& /*device*/) {
  refuse();
}
std::unique_ptr<SearchPlace> device_place(const PreparedGraph& /*graph*/,
                                          const SearchOptions& /*search*/,
                                          const DeviceChoice& /*device*/, std::uint64_t /*seed*/) {
  refuse();
}
BetweennessResult betweenness_on_device(const BcOptions& /*options*/, const Graph& /*graph*/,
                                        const BetweennessOptions& /*exact*/,
                                        std::string& /*device_name*/) {
  refuse();
}
BetweennessEstimate estimate_on_device(const BcOptions& /*options*/, const Graph& /*graph*/,
                                       const EstimateOptions& /*adaptive*/,
                                       std::string& /*device_name*/) {
  refuse();
}
Graph500Report run_graph500_on_device(const Graph500Options& /*benchmark*/,
                                      const SearchOptions& /*search*/,
                                      const DeviceChoice& /*device*/, std::uint64_t /*seed*/) {
  refuse();
}

}  // namespace strider::cli

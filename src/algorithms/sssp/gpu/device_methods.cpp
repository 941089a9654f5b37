// The names of the methods, as the command line and reports write them.
#include <algorithm>
#include <array>

#include "strider/device_sssp.hpp"

namespace strider {
namespace {

constexpr std::array kMethods{DeviceSsspMethod::kAuto, DeviceSsspMethod::kNearFar,
                              DeviceSsspMethod::kBellmanFord};

}  // namespace

std::string_view device_sssp_method_name(DeviceSsspMethod method) {
  switch (method) {
    case DeviceSsspMethod::kAuto:
      return "auto";
    case DeviceSsspMethod::kNearFar:
      return "near-far";
    case DeviceSsspMethod::kBellmanFord:
      return "bellman-ford";
  }
  return "unknown";
}
std::optional<DeviceSsspMethod> device_sssp_method_from_name(std::string_view name) {
  const auto* const found = std::ranges::find(kMethods, name, device_sssp_method_name);
  if (found == kMethods.end()) return std::nullopt;
  return *found;
}
std::span<const DeviceSsspMethod> all_device_sssp_methods() {
  return kMethods;
}

}  // namespace strider

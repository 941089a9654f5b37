// The names of the methods of a device, as the command line and reports write them.
#include <algorithm>
#include <array>

#include "strider/device_msf.hpp"

namespace strider {
namespace {

constexpr std::array kMethods{DeviceMsfMethod::kAuto, DeviceMsfMethod::kBoruvka};

}  // namespace

std::string_view device_msf_method_name(DeviceMsfMethod method) {
  switch (method) {
    case DeviceMsfMethod::kAuto:
      return "auto";
    case DeviceMsfMethod::kBoruvka:
      return "boruvka";
  }
  return "unknown";
}
std::optional<DeviceMsfMethod> device_msf_method_from_name(std::string_view name) {
  const auto* const found = std::ranges::find(kMethods, name, device_msf_method_name);
  if (found == kMethods.end()) return std::nullopt;
  return *found;
}
std::span<const DeviceMsfMethod> all_device_msf_methods() {
  return kMethods;
}

}  // namespace strider

// The names of the methods of a device, as the command line and reports write them.
#include "base/name_table.hpp"
#include "strider/device_sssp.hpp"

namespace strider {
namespace {

constexpr auto kMethods = detail::name_table<DeviceSsspMethod>({
    {DeviceSsspMethod::kAuto, "auto"},
    {DeviceSsspMethod::kNearFar, "near-far"},
    {DeviceSsspMethod::kBellmanFord, "bellman-ford"},
});

}  // namespace

std::string_view device_sssp_method_name(DeviceSsspMethod method) {
  return kMethods.name_of(method);
}
std::optional<DeviceSsspMethod> device_sssp_method_from_name(std::string_view name) {
  return kMethods.from_name(name);
}
std::span<const DeviceSsspMethod> all_device_sssp_methods() {
  return kMethods.values();
}

}  // namespace strider

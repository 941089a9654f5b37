// The names of the methods of a device, as the command line and reports write them.
#include "base/name_table.hpp"
#include "strider/device_msf.hpp"

namespace strider {
namespace {

constexpr auto kMethods = detail::name_table<DeviceMsfMethod>({
    {DeviceMsfMethod::kAuto, "auto"},
    {DeviceMsfMethod::kBoruvka, "boruvka"},
});

}  // namespace

std::string_view device_msf_method_name(DeviceMsfMethod method) {
  return kMethods.name_of(method);
}
std::optional<DeviceMsfMethod> device_msf_method_from_name(std::string_view name) {
  return kMethods.from_name(name);
}
std::span<const DeviceMsfMethod> all_device_msf_methods() {
  return kMethods.values();
}

}  // namespace strider

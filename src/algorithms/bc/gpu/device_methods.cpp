// The names of the methods of a device, as the command line and reports write them.
#include "base/name_table.hpp"
#include "strider/device_betweenness.hpp"

namespace strider {
namespace {

constexpr auto kMethods = detail::name_table<DeviceBetweennessMethod>({
    {DeviceBetweennessMethod::kAuto, "auto"},
    {DeviceBetweennessMethod::kVertexParallel, "vertex-parallel"},
    {DeviceBetweennessMethod::kEdgeParallel, "edge-parallel"},
    {DeviceBetweennessMethod::kWorkEfficient, "work-efficient"},
    {DeviceBetweennessMethod::kHybrid, "hybrid"},
});

}  // namespace

std::string_view device_betweenness_method_name(DeviceBetweennessMethod method) {
  return kMethods.name_of(method);
}
std::optional<DeviceBetweennessMethod> device_betweenness_method_from_name(std::string_view name) {
  return kMethods.from_name(name);
}
std::span<const DeviceBetweennessMethod> all_device_betweenness_methods() {
  return kMethods.values();
}

}  // namespace strider

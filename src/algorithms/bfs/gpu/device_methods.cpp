// The names of methods and transports, as the command line and reports write them.
#include "base/name_table.hpp"
#include "strider/gpu.hpp"

namespace strider {
namespace {

constexpr auto kMethods = detail::name_table<DeviceBfsMethod>({
    {DeviceBfsMethod::kAuto, "auto"},
    {DeviceBfsMethod::kEdgeMapped, "edge-mapped"},
    {DeviceBfsMethod::kVertexMapped, "vertex-mapped"},
    {DeviceBfsMethod::kTwc, "twc"},
    {DeviceBfsMethod::kMergePath, "merge-path"},
    {DeviceBfsMethod::kDirectionOptimizing, "direction-optimizing"},
    {DeviceBfsMethod::kPersistent, "persistent"},
    {DeviceBfsMethod::kVertexParallel, "vertex-parallel"},
    {DeviceBfsMethod::kScatterCompact, "scatter-compact"},
});
constexpr auto kTransports = detail::name_table<DeviceTransport>({
    {DeviceTransport::kAuto, "auto"},
    {DeviceTransport::kHostStaged, "staged"},
    {DeviceTransport::kGpuDirect, "gpu-direct"},
});

}  // namespace

std::string_view device_bfs_method_name(DeviceBfsMethod method) {
  return kMethods.name_of(method);
}
std::optional<DeviceBfsMethod> device_bfs_method_from_name(std::string_view name) {
  return kMethods.from_name(name);
}
std::span<const DeviceBfsMethod> all_device_bfs_methods() {
  return kMethods.values();
}

std::string_view device_transport_name(DeviceTransport transport) {
  return kTransports.name_of(transport);
}
std::optional<DeviceTransport> device_transport_from_name(std::string_view name) {
  return kTransports.from_name(name);
}

}  // namespace strider

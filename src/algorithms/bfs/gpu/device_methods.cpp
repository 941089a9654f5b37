// The names of methods and transports, as the command line and reports write them.
#include <algorithm>
#include <array>

#include "strider/gpu.hpp"

namespace strider {
namespace {

struct Named {
  DeviceBfsMethod method;
  std::string_view name;
};
constexpr std::array kNames{
    Named{DeviceBfsMethod::kAuto, "auto"},
    Named{DeviceBfsMethod::kEdgeMapped, "edge-mapped"},
    Named{DeviceBfsMethod::kVertexMapped, "vertex-mapped"},
    Named{DeviceBfsMethod::kTwc, "twc"},
    Named{DeviceBfsMethod::kMergePath, "merge-path"},
    Named{DeviceBfsMethod::kDirectionOptimizing, "direction-optimizing"},
    Named{DeviceBfsMethod::kPersistent, "persistent"},
};
constexpr std::array kMethods = [] {
  std::array<DeviceBfsMethod, kNames.size()> methods{};
  std::ranges::transform(kNames, methods.begin(), &Named::method);
  return methods;
}();

struct NamedTransport {
  DeviceTransport transport;
  std::string_view name;
};
constexpr std::array kTransports{
    NamedTransport{DeviceTransport::kAuto, "auto"},
    NamedTransport{DeviceTransport::kHostStaged, "staged"},
    NamedTransport{DeviceTransport::kDirect, "direct"},
};

}  // namespace

std::string_view device_bfs_method_name(DeviceBfsMethod method) {
  const auto* const found = std::ranges::find(kNames, method, &Named::method);
  return found == kNames.end() ? "unknown" : found->name;
}
std::optional<DeviceBfsMethod> device_bfs_method_from_name(std::string_view name) {
  const auto* const found = std::ranges::find(kNames, name, &Named::name);
  if (found == kNames.end()) return std::nullopt;
  return found->method;
}
std::span<const DeviceBfsMethod> all_device_bfs_methods() {
  return kMethods;
}

std::string_view device_transport_name(DeviceTransport transport) {
  const auto* const found = std::ranges::find(kTransports, transport, &NamedTransport::transport);
  return found == kTransports.end() ? "unknown" : found->name;
}
std::optional<DeviceTransport> device_transport_from_name(std::string_view name) {
  const auto* const found = std::ranges::find(kTransports, name, &NamedTransport::name);
  if (found == kTransports.end()) return std::nullopt;
  return found->transport;
}

}  // namespace strider

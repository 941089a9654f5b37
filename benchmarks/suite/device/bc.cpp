#include "bc.hpp"

#include "open.hpp"
#include "strider/gpu.hpp"

namespace benchmark {

BcRun bc_on_device(const std::string& device, const strider::Graph& graph,
                   const strider::BetweennessOptions& options, const std::string& method,
                   std::uint32_t sources_at_once) {
  const auto known = strider::device_betweenness_method_from_name(method);
  if (!known) throw strider::UsageError("--method " + method + " is not a device method");
  const strider::DeviceGraph on_device(open_device(device, 1), graph);
  const strider::DeviceBetweennessOptions device_options{
      .method = *known, .tuning = {.sources_at_once = sources_at_once}};
  // Once before: kernels are loaded when they are first used.
  strider::BetweennessOptions first = options;
  first.sources->resize(1);
  static_cast<void>(strider::betweenness(on_device, first, device_options));
  return [=] { return strider::betweenness(on_device, options, device_options); };
}

}  // namespace benchmark

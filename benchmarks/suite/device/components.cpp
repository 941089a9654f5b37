#include "components.hpp"

#include "open.hpp"
#include "strider/gpu.hpp"

namespace benchmark {

std::function<strider::ComponentsResult()> components_on_device(const std::string& device,
                                                                const strider::Graph& graph) {
  return [there = strider::DeviceGraph(open_device(device), graph)] {
    return strider::components(there);
  };
}

}  // namespace benchmark

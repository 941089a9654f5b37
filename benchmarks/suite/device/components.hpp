// The part of `strider_benchmark components` that runs on devices.
#pragma once

#include <functional>
#include <string>

#include "strider/components.hpp"

namespace benchmark {

/// Finds the components of `graph` on the device of that name, to which it is copied here.
[[nodiscard]] std::function<strider::ComponentsResult()> components_on_device(
    const std::string& device, const strider::Graph& graph);

}  // namespace benchmark

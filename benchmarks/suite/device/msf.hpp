// The part of `strider_benchmark msf` that runs on devices.
#pragma once

#include <string>
#include <vector>

#include "../timing.hpp"
#include "strider/graph.hpp"
#include "strider/msf.hpp"

namespace benchmark {

struct DeviceForestArguments {
  std::string device;                ///< cuda[:N] or simt; empty: the host
  std::vector<std::string> methods;  ///< none: all
  strider::MsfObjective objective = strider::MsfObjective::kMinimum;
  int repetitions = 9;
  bool validate = false;
};

/// Every method on one graph, which is copied once: a JSON object a line, that begins with `facts`.
/// Throws std::logic_error where a forest is wrong.
template <class W>
void time_on_device(const strider::WeightedGraph<W>& graph, const Json& facts,
                    const DeviceForestArguments& arguments);

}  // namespace benchmark

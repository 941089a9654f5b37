// The part of `strider_benchmark sssp` that searches on devices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../searches.hpp"
#include "arguments.hpp"

namespace benchmark {

struct PathDeviceArguments : DeviceArguments {
  std::vector<double> factors;  ///< delta as multiples of the one chosen; none: that one
  bool integers = false;        ///< weights as integers from 1 to 255
};

/// Every method of `methods`, or all, on every graph, which is made and copied once; near-far at
/// each delta asked for. A JSON object a line; a table a graph into the Markdown file. Returns
/// whether nothing was wrong; what was not reached in time is reported.
[[nodiscard]] bool run_paths_on_device(const std::vector<std::string>& graphs,
                                       const SearchArguments& searches,
                                       const std::vector<std::string>& methods,
                                       const PathDeviceArguments& arguments);

}  // namespace benchmark

// The part of `strider_benchmark bfs` that searches on devices.
#pragma once

#include <string>
#include <vector>

#include "../searches.hpp"
#include "arguments.hpp"

namespace benchmark {

struct BfsDeviceArguments : DeviceArguments {
  std::vector<std::string> settings;  ///< NAME=NUMBER, of DeviceBfsOptions
  bool sweep = false;
};

/// Every method of `methods`, or all, on every graph, which is made, laid out and copied once; or
/// the sweep of the tuning values. A JSON object a line; the tables into the Markdown file, after
/// each graph. Returns whether nothing was wrong; what was not reached in time is reported.
[[nodiscard]] bool run_on_device(const std::vector<std::string>& graphs,
                                 const SearchArguments& searches,
                                 const std::vector<std::string>& methods,
                                 const BfsDeviceArguments& arguments);

}  // namespace benchmark

// The part of benchmark_bfs that searches on devices.
#pragma once

#include <string>
#include <vector>

#include "../searches.hpp"

namespace benchmark {

struct DeviceArguments {
  std::string device;                 ///< cuda[:N] or simt; empty: the host
  std::vector<std::string> settings;  ///< NAME=NUMBER, of DeviceBfsOptions
  std::string markdown;               ///< a file; empty: none
  double seconds = 0;                 ///< of the whole run; 0: as long as it takes
  double seconds_a_method = 5;
  bool sweep = false;
  bool validate = true;
};

/// Every method of `methods`, or all, on every graph, which is made, laid out and copied once; or
/// the sweep of the tuning values. A JSON object a line; the tables into the Markdown file, after
/// each graph. Returns whether nothing was wrong; what was not reached in time is told.
[[nodiscard]] bool run_on_device(const std::vector<std::string>& graphs,
                                 const SearchArguments& searches,
                                 const std::vector<std::string>& methods,
                                 const DeviceArguments& arguments);

}  // namespace benchmark

// Searches on a device, timed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "floor.hpp"
#include "search_times.hpp"
#include "strider/gpu.hpp"

namespace benchmark {

/// How long a method may take, and over what.
struct MeasureSettings {
  std::vector<strider::Vertex> sources;
  SearchLimits limits;
  double warm_up_seconds = 0;  ///< of searches before, so that the device has its highest clocks
  bool validate = true;        ///< the tree of the first source
  bool trace = true;           ///< and count the floor of bytes
};

/// What the searches of one method on one graph took.
struct Measured : SearchFigures {
  std::string failure;  ///< why there is nothing else; empty
  double mean_edges = 0;
  std::uint64_t levels = 0;  ///< of the first source
  std::uint64_t reached = 0;
  std::uint64_t launches = 0;
  // Where traced:
  std::uint64_t levels_bottom_up = 0;
  double floor_bytes_per_edge = 0;
  double floor_bandwidth = 0;  ///< bytes of the floor a second of search
};

/// `graph` is laid out on the device as `on_device`. Where the method's workspace does not fit, or
/// its result is wrong, says so in `failure`.
[[nodiscard]] Measured measure(const strider::DeviceGraph& on_device, const strider::Graph& graph,
                               const strider::DeviceBfsOptions& options,
                               const MeasureSettings& settings);

}  // namespace benchmark

// What was measured, as tables in Markdown and as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../timing.hpp"
#include "measure.hpp"

namespace benchmark {

/// The device, as far as a table says.
struct DeviceFigures {
  std::string name;
  double copy_bandwidth = 0;  ///< bytes a second, read and written
};

/// A graph on the device.
struct GraphFigures {
  std::string name;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t device_bytes = 0;
  double make_seconds = 0;     ///< to read or generate it
  double prepare_seconds = 0;  ///< to lay it out
  double upload_seconds = 0;   ///< to the device
};

struct MethodRow {
  std::string method;
  Measured measured;
};
/// One value of one option of a sweep.
struct SweepRow {
  std::string option;
  std::string value;
  std::string method;
  double seconds_of_default = 0;
  bool is_default = false;
  Measured measured;
};

/// The rate wanted of the fastest method, in edges a second; 0 if there is no target. `name` as in
/// graph_source.hpp.
[[nodiscard]] double target_teps(std::string_view name);

[[nodiscard]] std::string methods_table(const DeviceFigures& device, const GraphFigures& graph,
                                        const std::vector<MethodRow>& rows);
[[nodiscard]] std::string sweep_table(const DeviceFigures& device, const GraphFigures& graph,
                                      const std::vector<SweepRow>& rows);

[[nodiscard]] Json graph_json(const DeviceFigures& device, const GraphFigures& graph);
/// Adds what was measured.
void add_json(Json& json, const Measured& measured);

}  // namespace benchmark

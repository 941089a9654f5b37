// Where the breadth-first search of a verb runs: the cores of this machine, or a device.
#pragma once

#include <memory>
#include <string>

#include "environment.hpp"
#include "options.hpp"
#include "strider/bfs.hpp"
#include "strider/prepare.hpp"

namespace strider::cli {

class SearchPlace {
 public:
  virtual ~SearchPlace() = default;
  [[nodiscard]] virtual BfsSolver solver(BfsTrace trace) const = 0;
  /// "simt, an emulated device"; empty for the host.
  [[nodiscard]] virtual std::string device_name() const { return ""; }
};

/// The place that --device names, with the graph where it needs it. Throws UnavailableError,
/// MemoryError, UsageError where --algorithm is no method of it.
[[nodiscard]] std::unique_ptr<SearchPlace> search_place(const PreparedGraph& graph,
                                                        const SearchOptions& search,
                                                        const RunOptions& run, std::uint64_t seed);

// devices/gpu.cpp, or devices/none.cpp in a build without devices:

[[nodiscard]] bool has_devices();
/// The methods of a device, one after the other; empty in a build without devices.
[[nodiscard]] std::string device_methods();
[[nodiscard]] std::unique_ptr<SearchPlace> device_place(const PreparedGraph& graph,
                                                        const SearchOptions& search,
                                                        const DeviceChoice& device,
                                                        std::uint64_t seed);

}  // namespace strider::cli

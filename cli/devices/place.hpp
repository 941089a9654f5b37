// Where the breadth-first search of a verb runs: the cores of this machine, or a device.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "environment.hpp"
#include "graph500/graph500.hpp"
#include "options.hpp"
#include "strider/bfs.hpp"
#include "strider/components.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"
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

/// Throws UsageError where a layout was asked for that the place of --device has no use for.
void require_layout_of_place(const std::optional<LayoutChoice>& layout, const RunOptions& run);

// devices/gpu.cpp, or devices/none.cpp in a build without devices. What is chosen there is no host.

[[nodiscard]] bool has_devices();
/// The methods of a device, one after the other; empty in a build without devices.
[[nodiscard]] std::string device_methods();
/// Method auto.
[[nodiscard]] DeviceBfsOptions device_options(const DeviceOptions& on_device, const Tuning& tuning);
/// `number_here` chooses among CUDA devices where the choice names none: they are dealt out in
/// turn. Throws UnavailableError.
[[nodiscard]] Device open_device(const DeviceChoice& device, const DeviceOptions& on_device,
                                 std::uint64_t seed, int number_here);
[[nodiscard]] std::string device_name(const Device& device);
[[nodiscard]] std::unique_ptr<SearchPlace> device_place(const PreparedGraph& graph,
                                                        const SearchOptions& search,
                                                        const DeviceChoice& device,
                                                        std::uint64_t seed);
struct TimedComponents {
  ComponentsResult found;
  double seconds = 0;
  std::string device_name;  ///< empty on the host
  double prepare_s = 0;     ///< until the graph is on the device
};
[[nodiscard]] TimedComponents components_on_device(const Graph& graph, const ComponentsVerb& verb);
/// The benchmark there, in one process. --algorithm names a method of the kernels that are run, or
/// of either where both are; else UsageError.
[[nodiscard]] Graph500Report run_graph500_on_device(const Graph500Options& benchmark,
                                                    const SearchOptions& search,
                                                    const PathOptions& paths,
                                                    const DeviceChoice& device, std::uint64_t seed);

}  // namespace strider::cli

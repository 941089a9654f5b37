// Betweenness centrality on a device: methods and options.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "strider/betweenness.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/device.hpp"

namespace strider {

/// The methods; docs/notes/bc.md says what each does and where it comes from. In every method but
/// kAuto, a block searches from one source at a time, and the blocks share the sources.
enum class DeviceBetweennessMethod : std::uint8_t {
  kAuto,            ///< the fastest for the graph and the number of sources
  kVertexParallel,  ///< every level scans all vertices, one thread per vertex
  kEdgeParallel,    ///< every level scans all edges, distributed evenly over the threads
  kWorkEfficient,   ///< queues: every level touches only its own vertices
  kHybrid  ///< edge-parallel if levels are large, chosen by the depth of the first searches
};

/// "work-efficient" and so on. The second function returns nullopt if no method has that name.
[[nodiscard]] std::string_view device_betweenness_method_name(DeviceBetweennessMethod method);
[[nodiscard]] std::optional<DeviceBetweennessMethod> device_betweenness_method_from_name(
    std::string_view name);
[[nodiscard]] std::span<const DeviceBetweennessMethod> all_device_betweenness_methods();

/// As in BfsTuning, the defaults suit most graphs and machines.
struct DeviceBetweennessTuning {
  /// The number of threads of a block: a multiple of 32, at most 1024.
  std::uint32_t block_threads = 256;
  /// The number of concurrent searches, each from one source with a workspace of its own. 0: as
  /// many as the device can use and half of its free memory can hold. Scores do not depend on this
  /// value.
  std::uint32_t sources_at_once = 0;
};

struct DeviceBetweennessOptions {
  DeviceBetweennessMethod method = DeviceBetweennessMethod::kAuto;
  DeviceBetweennessTuning tuning = {};
};

/// Computes betweenness(Graph) by hops on the device that holds the graph. Path counts have the
/// same range and precision as on the host. Scores are the same, bit for bit, for every schedule of
/// the device's threads and every number of concurrent searches, as long as kAuto takes the same
/// decisions. They differ from the host's scores by the order of summation.
///
/// The options' `method` must be kAuto. kSingle lets the device's kAuto round what it keeps between
/// two levels to float, for vertex scores of graphs with few levels; as on the host, the relative
/// error is at most 1e-5. Where kAuto uses another method, all numbers are double. The adjacency is
/// copied to the host once: the host removes self-loops and parallel edges there, and transposes a
/// directed graph. Progress is reported and checkpoints are written between batches of sources.
///
/// Throws the errors of betweenness(Graph), and UsageError if an option of the device is out of
/// range.
[[nodiscard]] BetweennessResult betweenness(const DeviceGraph& graph,
                                            const BetweennessOptions& options = {},
                                            const DeviceBetweennessOptions& device_options = {});
/// The same if the host still has the graph that `on_device` was made from: nothing is copied back.
/// Also throws UsageError if their sizes differ.
[[nodiscard]] BetweennessResult betweenness(const Graph& graph, const DeviceGraph& on_device,
                                            const BetweennessOptions& options = {},
                                            const DeviceBetweennessOptions& device_options = {});

/// Computes betweenness(WeightedGraph<W>) by lengths on the device that holds the graph; W is
/// float, double or std::uint32_t. Lengths are added without rounding, in 64 bits, and the same
/// paths are shortest as on the host. One block searches from one source, near distances before far
/// ones (docs/betweenness.md): O(n m) work per source in the worst case. Everything else is as
/// above.
///
/// The method must be kAuto. Also throws UsageError if a weight is zero or if sums need more than
/// 64 bits: the host computes these. Throws WeightError, as on the host.
template <class W>
[[nodiscard]] BetweennessResult betweenness(const WeightedDeviceGraph<W>& graph,
                                            const BetweennessOptions& options = {},
                                            const DeviceBetweennessOptions& device_options = {});
extern template BetweennessResult betweenness(const WeightedDeviceGraph<float>&,
                                              const BetweennessOptions&,
                                              const DeviceBetweennessOptions&);
extern template BetweennessResult betweenness(const WeightedDeviceGraph<double>&,
                                              const BetweennessOptions&,
                                              const DeviceBetweennessOptions&);
extern template BetweennessResult betweenness(const WeightedDeviceGraph<std::uint32_t>&,
                                              const BetweennessOptions&,
                                              const DeviceBetweennessOptions&);

/// The same if the host still has the graph that `on_device` was made from.
template <class W>
[[nodiscard]] BetweennessResult betweenness(const WeightedGraph<W>& graph,
                                            const WeightedDeviceGraph<W>& on_device,
                                            const BetweennessOptions& options = {},
                                            const DeviceBetweennessOptions& device_options = {});
extern template BetweennessResult betweenness(const WeightedGraph<float>&,
                                              const WeightedDeviceGraph<float>&,
                                              const BetweennessOptions&,
                                              const DeviceBetweennessOptions&);
extern template BetweennessResult betweenness(const WeightedGraph<double>&,
                                              const WeightedDeviceGraph<double>&,
                                              const BetweennessOptions&,
                                              const DeviceBetweennessOptions&);
extern template BetweennessResult betweenness(const WeightedGraph<std::uint32_t>&,
                                              const WeightedDeviceGraph<std::uint32_t>&,
                                              const BetweennessOptions&,
                                              const DeviceBetweennessOptions&);

/// Computes estimate_betweenness(Graph) with paths drawn on the device, one block per path. The
/// bounds are as good as the host's, but the samples of a seed differ from the host's. The result
/// does not depend on the schedule. The method must be kAuto; `tuning.sources_at_once` is the
/// number of paths drawn at once. Hits stay on the device until the bounds are checked or a
/// checkpoint is written.
[[nodiscard]] BetweennessEstimate estimate_betweenness(
    const DeviceGraph& graph, const EstimateOptions& options = {},
    const DeviceBetweennessOptions& device_options = {});
/// The same if the host still has the graph that `on_device` was made from.
[[nodiscard]] BetweennessEstimate estimate_betweenness(
    const Graph& graph, const DeviceGraph& on_device, const EstimateOptions& options = {},
    const DeviceBetweennessOptions& device_options = {});

}  // namespace strider

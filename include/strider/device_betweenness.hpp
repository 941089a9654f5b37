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

/// The methods; docs/notes/bc.md says what each does and where it comes from. But for kAuto, one
/// block searches from one source, and blocks share out the sources.
enum class DeviceBetweennessMethod : std::uint8_t {
  kAuto,            ///< the fastest for the graph and the number of sources
  kVertexParallel,  ///< every level looks at all vertices, a thread each
  kEdgeParallel,    ///< every level looks at all edges, in equal shares
  kWorkEfficient,   ///< queues: every level touches its own vertices only
  kHybrid           ///< edge-parallel where levels are large, by the depth of the first searches
};

/// "work-efficient" and so on; nullopt for a name that is none.
[[nodiscard]] std::string_view device_betweenness_method_name(DeviceBetweennessMethod method);
[[nodiscard]] std::optional<DeviceBetweennessMethod> device_betweenness_method_from_name(
    std::string_view name);
[[nodiscard]] std::span<const DeviceBetweennessMethod> all_device_betweenness_methods();

/// As BfsTuning: good speed does not depend on setting any of these values.
struct DeviceBetweennessTuning {
  /// Threads of a block: a multiple of 32 up to 1024.
  std::uint32_t block_threads = 256;
  /// Sources that are searched from at once, each with a workspace of its own; 0: as many as the
  /// device has use for and half of its free memory has room for. Scores do not depend on it.
  std::uint32_t sources_at_once = 0;
};

struct DeviceBetweennessOptions {
  DeviceBetweennessMethod method = DeviceBetweennessMethod::kAuto;
  DeviceBetweennessTuning tuning = {};
};

/// As betweenness(Graph), on the device that holds the graph, by hops. Path counts are kept as on
/// the host; scores are the same for every schedule of the device's threads and every number of
/// sources at once, bit for bit (kAuto: of those that leave it the same way to go), and differ from
/// the host's by the order of summation.
///
/// The options' `method` must be kAuto. kSingle lets the device's kAuto round what it keeps between
/// two levels to float, for scores of vertices on few levels, within 1e-5 of themselves as on the
/// host; whatever it leaves to others is double. The adjacency is copied to the host once, to be
/// looked through for self-loops and parallel edges, which are left out as there, and, of a
/// directed graph, to be transposed. Progress is reported, and checkpoints are written, between
/// batches of sources.
///
/// Throws as betweenness(Graph), and UsageError where options of the device are out of range.
[[nodiscard]] BetweennessResult betweenness(const DeviceGraph& graph,
                                            const BetweennessOptions& options = {},
                                            const DeviceBetweennessOptions& device_options = {});
/// The same where the host still has the graph that `on_device` was made of: nothing is copied
/// back. Throws UsageError besides where their sizes differ.
[[nodiscard]] BetweennessResult betweenness(const Graph& graph, const DeviceGraph& on_device,
                                            const BetweennessOptions& options = {},
                                            const DeviceBetweennessOptions& device_options = {});

/// As betweenness(WeightedGraph<W>), on the device that holds the graph, by lengths; W is float,
/// double or std::uint32_t. Lengths are summed up without rounding, in 64 bits or 128, and the same
/// paths are shortest as on the host. One block searches from one source, near distances before far
/// ones (docs/betweenness.md): O(n m) a source at worst. Otherwise as above.
///
/// The method must be kAuto. Throws WeightError besides, as on the host.
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

/// The same where the host still has the graph.
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

/// As estimate_betweenness(Graph), with paths drawn on the device, a block a path: the same bounds,
/// from other samples than the host's of that seed; the result does not depend on the schedule. The
/// method must be kAuto; `tuning.sources_at_once` are paths at once. Hits stay on the device until
/// bounds are looked at or a checkpoint is written.
[[nodiscard]] BetweennessEstimate estimate_betweenness(
    const DeviceGraph& graph, const EstimateOptions& options = {},
    const DeviceBetweennessOptions& device_options = {});
/// The same where the host still has the graph.
[[nodiscard]] BetweennessEstimate estimate_betweenness(
    const Graph& graph, const DeviceGraph& on_device, const EstimateOptions& options = {},
    const DeviceBetweennessOptions& device_options = {});

/// What betweenness() by hops takes of the device's memory, besides the graph, with
/// `sources_at_once` sources at once, at least 1: of a graph without self-loops and parallel edges;
/// else a second graph more.
[[nodiscard]] std::uint64_t predict_betweenness_bytes(
    const DeviceGraph& graph, const BetweennessOptions& options,
    const DeviceBetweennessOptions& device_options, std::uint32_t sources_at_once);

}  // namespace strider

// A verb on ranks: from the start of MPI to the exit status.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "devices/place.hpp"
#include "load.hpp"
#include "options.hpp"
#include "report.hpp"
#include "strider/dist.hpp"
#include "trials.hpp"

namespace strider::cli {

/// What a rank searches on instead of the cores of its machine.
struct RankDevice {
  Device device;
  std::string name;
  DeviceBfsOptions options;
};

/// Runs `body` on all ranks with `run` as it holds for each: only rank 0 prints, and threads are
/// shared out among the ranks of a machine. Throws Reported where it failed: the user has been
/// reported.
void run_job(const RunOptions& run, Devices devices,
             const std::function<void(const Cluster&, const RunOptions&)>& body);

/// Throws UsageError where an option makes no sense for searches of ranks on devices.
void require_options_of_rank_devices(const DistributionOptions& options, const RunOptions& run);
/// The device that --device names to this rank; nothing for the host. Where no number is given,
/// the ranks of a machine take its CUDA devices in turn. Throws UnavailableError, UsageError.
/// Collective.
[[nodiscard]] std::optional<RankDevice> open_device(const Cluster& cluster, const RunOptions& run,
                                                    const DeviceOptions& on_device,
                                                    const Tuning& tuning, std::uint64_t seed);
/// Collective.
[[nodiscard]] DistBfsSolver bfs_solver(const DistGraph& graph, const DistBfsOptions& options,
                                       const std::optional<RankDevice>& device);
template <class W>
[[nodiscard]] DistSsspSolver<W> sssp_solver(const DistGraph& graph, DistSsspOptions options,
                                            const std::optional<RankDevice>& device) {
  if (!device) return DistSsspSolver<W>(graph, options);
  options.transport = device->options.transport;
  return {graph, device->device, options};
}

/// What a run looks for.
enum class Sought : std::uint8_t { kLevels, kPaths, kBoth, kForest, kBetweenness, kComponents };

// Of the options, as the library takes them. They throw UsageError.
/// The one check that the scheme takes the options, and that the searches do.
[[nodiscard]] PartitionOptions partition_options(const DistributionOptions& options,
                                                 const Tuning& tuning, Sought sought,
                                                 const RunOptions& run);
[[nodiscard]] DistBfsOptions bfs_options(const DistributionOptions& options,
                                         const SearchOptions& search, const RunOptions& run);

[[nodiscard]] DistSsspOptions sssp_options(const DistributionOptions& options,
                                           const PathOptions& paths, const RunOptions& run);

/// A graph on ranks, and what came before it.
struct SharedGraph {
  DistInput input;
  DistGraph graph;
  double load_s = 0;
};
/// accept(input) throws where the verb does not take the input, before anything is built. It says
/// the same on all ranks. Collective.
[[nodiscard]] SharedGraph load(const Cluster& cluster, const GraphOptions& options,
                               PartitionOptions partition, const RunOptions& run,
                               const std::function<void(const DistInput&)>& accept = {});

/// Runs `body`, collectively. Where all ranks throw the same error of weights, they throw one that
/// names the file. Collective.
void naming_file(const Cluster& cluster, const std::string& path,
                 const std::function<void()>& body);

/// A source by its label.
struct Source {
  GlobalVertex vertex;
  std::string label;
};
/// The one given, or one for each trial at random, drawn as on one machine. Collective.
[[nodiscard]] std::vector<Source> choose_sources(const Cluster& cluster,
                                                 const TrialOptions& options,
                                                 const SharedGraph& shared, std::uint64_t seed);

// What is reported of it:
/// Labels of vertices as JSON means them: a number, or a text.
[[nodiscard]] Json label_json(const DistInput& input, const std::string& label);
[[nodiscard]] CommonFacts common_facts(std::string verb, const Cluster& cluster,
                                       const GraphOptions& options, const SharedGraph& shared);
[[nodiscard]] Json partition_json(const DistGraph& graph);
[[nodiscard]] std::string described_partition(const DistGraph& graph);
[[nodiscard]] Json traffic_json(const DistTraffic& traffic);
/// A line, and where `whole` is asked for a table by phase and level.
void print_traffic(const Summary& summary, const DistTraffic& traffic, bool whole);
void print_input(const Summary& summary, const Cluster& cluster, const GraphOptions& options,
                 const SharedGraph& shared);

}  // namespace strider::cli

// Betweenness of ranks on devices, for code that knows none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/ranks/partitioned/local_batch.hpp"
#include "algorithms/bc/sampling/path_drawer.hpp"
#include "comm/communicator.hpp"
#include "strider/device.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/dist_bc.hpp"

namespace strider::detail {

/// From the problem of all ranks, by hops, to a rank's plan, which outlives neither the
/// problem nor the device. Throws, on all ranks, MemoryError where the devices have not enough for
/// all that share them. Collective.
using PlanMaker = std::function<BcPlan(const comm::Communicator&, const BcProblem&)>;

/// What does a rank's work, its device shared with others or not.
struct DeviceSearches {
  /// Where every rank's device holds the whole graph.
  PlanMaker plans;
  /// Where the graph is shared.
  LocalBatches batch;
  /// Whether every rank's device has room for the whole graph and one search. Collective.
  std::function<bool(const comm::Communicator&, const Graph1d&, const DistBetweennessOptions&)>
      hold_the_graph;
  /// Throws, on all ranks, MemoryError with what that takes where there is none. Collective.
  std::function<void(const comm::Communicator&, const Graph1d&, const DistBetweennessOptions&)>
      require_the_graph;
};

/// On `device`; in builds with devices. Throws, on all ranks, UsageError on options out of range.
/// Collective.
[[nodiscard]] DeviceSearches searches_on_devices(const comm::Communicator& comm,
                                                 const Device& device,
                                                 const DeviceBetweennessOptions& options);

/// Who draws a rank's paths.
struct RankDrawers {
  /// In as much of its memory as half of `room` bytes of the device; the problem outlives it.
  std::function<std::shared_ptr<PathDrawer>(Workspace&, const BcProblem&, std::uint64_t room)>
      declare;
  /// What this rank's device has; null for hosts.
  std::function<DeviceRoom()> room;
};

/// On `device`, which is kept. Throws as searches_on_devices. Collective.
[[nodiscard]] RankDrawers paths_on_devices(const comm::Communicator& comm, const Device& device,
                                           const DeviceBetweennessOptions& options,
                                           std::uint64_t seed);

}  // namespace strider::detail

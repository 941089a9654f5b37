// Betweenness of ranks on devices, for code that knows none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/ranks/partitioned/local_batch_factory.hpp"
#include "algorithms/bc/sampling/path_drawer.hpp"
#include "comm/communicator.hpp"
#include "strider/device.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/dist_bc.hpp"

namespace strider::detail {

/// From the problem of all ranks, by hops or lengths, to a rank's plan, which outlives neither the
/// problem nor the device. Throws, on all ranks, MemoryError where the devices have not enough for
/// all that share them. Collective.
using PlanMaker = std::function<BcPlan(const comm::Communicator&, const BcProblem&)>;

/// What does a rank's work, its device shared with others or not.
struct DeviceSearches {
  /// Where every rank's device holds the whole graph.
  PlanMaker plans;
  /// Where the graph is shared.
  std::shared_ptr<const LocalBatchFactory> batch;
  /// Whether every rank's device has room for the whole graph and one search. Collective.
  std::function<bool(const comm::Communicator&, const Graph1d&, const DistBetweennessOptions&)>
      hold_the_graph;
  /// Throws, on all ranks, MemoryError with what that takes where there is none. Collective.
  std::function<void(const comm::Communicator&, const Graph1d&, const DistBetweennessOptions&)>
      require_the_graph;
};

/// On `device`. Throws, on all ranks, UsageError on options out of range or not for `lengths`,
/// UnavailableError where this build knows no devices. Collective.
[[nodiscard]] DeviceSearches searches_on_devices(const comm::Communicator& comm,
                                                 const Device& device,
                                                 const DeviceBetweennessOptions& options,
                                                 PathLengths lengths);

/// From the problem that all ranks sample paths of to who draws a rank's share: asks for the
/// devices' memory, which is taken when that is made. Throws MemoryError on all ranks. Collective.
using DrawerChooser = std::function<PathDrawerMaker(const comm::Communicator&, const BcProblem&)>;

/// On `device`, which is kept. Throws as searches_on_devices. Collective.
[[nodiscard]] DrawerChooser paths_on_devices(const comm::Communicator& comm, const Device& device,
                                             const DeviceBetweennessOptions& options,
                                             std::uint64_t seed);

}  // namespace strider::detail

// Betweenness of ranks on devices, for code that knows none.
#pragma once

#include <functional>
#include <memory>

#include "algorithms/bc/dist/partitioned/lane_factory.hpp"
#include "algorithms/bc/engine.hpp"
#include "comm/communicator.hpp"
#include "strider/device.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/dist_bc.hpp"

namespace strider::detail {

/// From the problem of all ranks to a rank's plan, which outlives neither the problem nor the
/// device. Throws MemoryError on all ranks, where the devices have not enough for all that share
/// them. Collective.
using PlanMaker = std::function<BcPlan(const comm::Communicator&, const BcProblem&)>;

/// What does a rank's work, its device shared with others or not.
struct DeviceSearches {
  /// Where every rank's device holds the whole graph.
  PlanMaker plans;
  /// Where the graph is shared.
  std::shared_ptr<const LaneLocalFactory> lanes;
  /// Whether every rank's device has room for the whole graph and one search. Collective.
  std::function<bool(const comm::Communicator&, const Graph1d&, const DistBetweennessOptions&)>
      hold_the_graph;
};

/// On `device`. Throws, on all ranks, UsageError on options out of range, UnavailableError where
/// this build knows no devices. Collective.
[[nodiscard]] DeviceSearches searches_on_devices(const comm::Communicator& comm,
                                                 const Device& device,
                                                 const DeviceBetweennessOptions& options);

}  // namespace strider::detail

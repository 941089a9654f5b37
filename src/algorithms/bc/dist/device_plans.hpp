// Betweenness of ranks on devices, for code that knows none.
#pragma once

#include <functional>

#include "algorithms/bc/engine.hpp"
#include "comm/communicator.hpp"
#include "strider/device.hpp"
#include "strider/device_betweenness.hpp"

namespace strider::detail {

/// From the problem of all ranks to a rank's plan, which outlives neither the problem nor the
/// device. Throws MemoryError on all ranks, where the devices have not enough for all that share
/// them. Collective.
using PlanMaker = std::function<BcPlan(const comm::Communicator&, const BcProblem&)>;

/// Plans whose engines search on `device`, each rank's own or one that it shares; every rank's
/// holds the whole graph. Throws, on all ranks, UsageError on options out of range,
/// UnavailableError where this build knows no devices. Collective.
[[nodiscard]] PlanMaker plans_on_devices(const comm::Communicator& comm, const Device& device,
                                         const DeviceBetweennessOptions& options);

}  // namespace strider::detail

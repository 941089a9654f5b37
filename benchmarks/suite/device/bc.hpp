// Betweenness on a device, for benchmarks.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "strider/betweenness.hpp"
#include "strider/graph.hpp"

namespace benchmark {

/// A whole run of betweenness.
using BcRun = std::function<strider::BetweennessResult()>;

/// Runs on the device of that name, which holds the graph from now on. Throws UsageError where
/// there is no such method, UnavailableError, MemoryError.
[[nodiscard]] BcRun bc_on_device(const std::string& device, const strider::Graph& graph,
                                 const strider::BetweennessOptions& options,
                                 const std::string& method, std::uint32_t sources_at_once);

}  // namespace benchmark

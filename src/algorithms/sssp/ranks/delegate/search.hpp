// Shortest paths in a graph separated by degrees.
#pragma once

#include <memory>

#include "algorithms/sssp/ranks/engine.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/delegate/graph_delegate.hpp"

namespace strider::detail {

template <class W>
class DelegatePathsFactory;  // local.hpp

struct DelegateSsspSettings {
  DistSsspSettings common = {};
  /// How the sets of vertices travel, for which distances are sent.
  comm::Encoding encoding = comm::Encoding::kAuto;
  /// Ranks that count as one node in the reduction of masks; 0: those that share memory.
  int ranks_per_node = 0;
};

/// Delta-stepping over the ranks, with delegates' distances on all of them. `comm` is that of the
/// graph and outlives the engine. Throws UsageError where delta is negative or not a number;
/// WeightError where a weight is negative; MemoryError. `local` as for make_one_d_sssp. Collective.
template <class W>
[[nodiscard]] std::unique_ptr<DistSsspEngine<W>> make_delegate_sssp(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraphDelegate<W>> graph,
    const DelegateSsspSettings& settings = {},
    std::shared_ptr<const DelegatePathsFactory<W>> local = nullptr);
extern template std::unique_ptr<DistSsspEngine<float>> make_delegate_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraphDelegate<float>>,
    const DelegateSsspSettings&, std::shared_ptr<const DelegatePathsFactory<float>>);
extern template std::unique_ptr<DistSsspEngine<double>> make_delegate_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraphDelegate<double>>,
    const DelegateSsspSettings&, std::shared_ptr<const DelegatePathsFactory<double>>);
extern template std::unique_ptr<DistSsspEngine<std::uint32_t>> make_delegate_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraphDelegate<std::uint32_t>>,
    const DelegateSsspSettings&, std::shared_ptr<const DelegatePathsFactory<std::uint32_t>>);

}  // namespace strider::detail

// Shortest paths in a graph whose vertices, with the rows of all their edges, are spread over the
// ranks.
#pragma once

#include <memory>

#include "algorithms/sssp/ranks/engine.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

template <class W>
class LocalPathsFactory1d;  // local.hpp

struct OneDSsspSettings {
  DistSsspSettings common;
  /// How the sets of vertices travel, for which distances are sent.
  comm::Encoding encoding = comm::Encoding::kAuto;
};

/// Delta-stepping over the ranks. Takes a copy of the arcs, the lightest first in each row.
/// Precondition: the rows are those of the sources of directed edges. `comm` is that of the graph
/// and outlives the engine. Throws UsageError where delta is negative or not a number; WeightError
/// where a weight is negative or not a number; MemoryError. `local`: where the work of a rank is
/// done; null: on the cores of the machine. Collective.
template <class W>
[[nodiscard]] std::unique_ptr<DistSsspEngine<W>> make_one_d_sssp(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const OneDSsspSettings& settings,
    std::shared_ptr<const LocalPathsFactory1d<W>> local = nullptr);
extern template std::unique_ptr<DistSsspEngine<float>> make_one_d_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<float>>,
    const OneDSsspSettings&, std::shared_ptr<const LocalPathsFactory1d<float>>);
extern template std::unique_ptr<DistSsspEngine<double>> make_one_d_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<double>>,
    const OneDSsspSettings&, std::shared_ptr<const LocalPathsFactory1d<double>>);
extern template std::unique_ptr<DistSsspEngine<std::uint32_t>> make_one_d_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<std::uint32_t>>,
    const OneDSsspSettings&, std::shared_ptr<const LocalPathsFactory1d<std::uint32_t>>);

}  // namespace strider::detail

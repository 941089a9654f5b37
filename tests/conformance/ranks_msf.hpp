// Distributed methods for spanning forests as the cases of msf.hpp see them.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "algorithms/msf/ranks/engine.hpp"
#include "conformance/msf.hpp"

namespace strider::test {

/// Makes the engine under test. Collective.
template <class W>
using DistMsfFactory = std::function<std::unique_ptr<detail::DistMsfEngine<W>>(
    const comm::Communicator& world, std::shared_ptr<const detail::WeightedGraph1d<W>> graph,
    const DistMsfOptions& options)>;

/// This rank's part of a graph that is whole on every rank, duplicates and self-loops as they are,
/// vertices in blocks. Collective.
template <class W>
[[nodiscard]] std::shared_ptr<const detail::WeightedGraph1d<W>> shared_out(
    const WeightedGraph<W>& graph);

/// What an engine leaves on all ranks, on every rank. Fails the running test where an edge is not
/// where it belongs. Collective.
template <class W>
[[nodiscard]] FoundForest<W> gather_forest(const detail::WeightedGraph1d<W>& graph,
                                           const detail::DistForest<W>& forest);

/// Finds forests by all ranks, each one twice by the same engine; `options` are those of the
/// method. What a case says of objective and threads holds. Collective.
template <class W>
[[nodiscard]] MsfFinder<W> on_ranks(const DistMsfFactory<W>& make, DistMsfOptions options = {});

}  // namespace strider::test

// Breadth-first search of a graph whose vertices, with the rows of all their edges, are spread over
// the ranks: 1D partitioning.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "algorithms/bfs/ranks/engine.hpp"
#include "base/workspace.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "comm/few_messages.hpp"
#include "ranks/one_d/rows_1d.hpp"

namespace strider::detail {

class BfsLocal;  // ranks/local.hpp
class HaloSets;  // ranks/halo_sets.hpp
struct OneDSettings;

/// Makes what does the work of a rank; its memory, that of the halo's messages included, is taken
/// with the workspace. The halo and the graph outlive it. Does not communicate.
using MakeLocal1d = std::function<std::unique_ptr<BfsLocal>(Workspace&, HaloSets&, const Graph1d&,
                                                            const OneDSettings&)>;

struct OneDSettings {
  /// The direction of a level goes by what the two are predicted to cost, so alpha and beta are not
  /// looked at.
  DistBfsSettings common;
  /// How sets of vertices travel.
  comm::Encoding encoding = comm::Encoding::kAuto;
  /// Null: the work of a rank is done on the cores of the machine.
  MakeLocal1d make_local = nullptr;
  /// Where ranks share ghosts with more others than this on average, levels of few messages are
  /// sparse exchanges; of devices, never.
  int most_in_rounds = comm::kMostInRounds;
};

/// The engine of a graph, which it shares; it searches once `workspace` has been taken. An
/// undirected graph is laid out for bottom-up search on a host then, unless it is searched top-down
/// only: O(arcs) work and 50 to 100 bytes an own vertex; the degrees for it are taken and exchanged
/// here. `comm` is that of the graph and outlives the engine. Throws UsageError where threads are
/// below 1, MemoryError. Collective.
[[nodiscard]] std::unique_ptr<DistBfsEngine> make_one_d(Workspace& workspace,
                                                        const comm::Communicator& comm,
                                                        std::shared_ptr<const Graph1d> graph,
                                                        const OneDSettings& settings);

/// As MakeLocal1d, on the cores of the machine: host/local.cpp. `degrees` of all local ids, or
/// none where there is no bottom-up.
[[nodiscard]] std::unique_ptr<BfsLocal> make_host_local_1d(
    Workspace& workspace, HaloSets& halo, const Graph1d& graph, const OneDSettings& settings,
    std::optional<Array<std::uint32_t>> degrees);

}  // namespace strider::detail

// Breadth-first search on a grid of ranks.
#pragma once

#include <functional>
#include <memory>

#include "algorithms/bfs/ranks/engine.hpp"
#include "base/workspace.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/two_d/graph_2d.hpp"

namespace strider::detail {

class BfsLocal;      // ranks/local.hpp
class GridExchange;  // ranks/two_d/grid_exchange.hpp
struct TwoDSettings;

/// Makes what does the work of a rank; its memory, that of the grid's messages included, is taken
/// with the workspace. The grid and the graph outlive it. Does not communicate.
using MakeLocal2d = std::function<std::unique_ptr<BfsLocal>(Workspace&, GridExchange&,
                                                            const Graph2d&, const TwoDSettings&)>;

struct TwoDSettings {
  DistBfsSettings search;
  comm::Encoding encoding = comm::Encoding::kAuto;
  /// Null: the work of a rank is done on the cores of the machine.
  MakeLocal2d make_local = nullptr;
};

/// Shares `graph`; searches once `workspace` has been taken. `world`, on whose ranks the graph was
/// built, outlives the engine. Throws on all ranks. Collective.
[[nodiscard]] std::unique_ptr<DistBfsEngine> make_two_d(Workspace& workspace,
                                                        const comm::Communicator& world,
                                                        std::shared_ptr<const Graph2d> graph,
                                                        const TwoDSettings& settings);

/// As MakeLocal2d, on settings.search.threads of the machine's cores.
[[nodiscard]] std::unique_ptr<BfsLocal> make_host_local_2d(Workspace& workspace, GridExchange& grid,
                                                           const Graph2d& graph,
                                                           const TwoDSettings& settings);

}  // namespace strider::detail

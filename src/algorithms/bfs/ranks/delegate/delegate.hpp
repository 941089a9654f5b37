// Distributed breadth-first search with delegates (Pan, Pearce and Owens 2018, sections IV and V).
#pragma once

#include <functional>
#include <memory>

#include "algorithms/bfs/direction.hpp"
#include "algorithms/bfs/ranks/engine.hpp"
#include "base/workspace.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/delegate/separated_graph.hpp"
#include "strider/dist.hpp"

namespace strider::detail {

class DelegateLocal;  // local.hpp
struct DelegateBfsSettings;

/// Makes what does the work of a rank, whose memory the workspace takes. The graph outlives it.
/// Does not communicate.
using MakeDelegateLocal = std::function<std::unique_ptr<DelegateLocal>(
    Workspace&, const GraphDelegate&, const DelegateBfsSettings&)>;

/// How the masks of delegates found are brought together.
enum class MaskReduction : std::uint8_t {
  kBlocking,    ///< at once, before normal vertices are visited
  kNonBlocking  ///< while normal vertices are visited and sent
};

/// Whether what leaves a node for ranks of one number on other nodes is gathered first at the rank
/// of that number here: fewer and longer messages.
enum class LocalAllToAll : std::uint8_t { kOff, kOn };

/// Whether a vertex is sent to its owner once a search, and once a node and level, or for each nn
/// arc that leads to it.
enum class Uniquify : std::uint8_t { kOff, kOn };

struct DelegateBfsSettings {
  DistBfsSettings search = {};
  MaskReduction reduction = MaskReduction::kNonBlocking;
  LocalAllToAll local_all_to_all = LocalAllToAll::kOff;
  Uniquify uniquify = Uniquify::kOn;
  /// Of normal vertices. Sets only: with Uniquify::kOff vertices travel as lists.
  comm::Encoding encoding = comm::Encoding::kAuto;
  /// Ranks that count as one node; 0: those that share memory.
  int ranks_per_node = 0;
  /// An arc followed forward costs as much as dozens looked at backward: a bit claimed at random, a
  /// parent and a level written. The paper's 0.5, 0.05 and 1e-7 belong to its own estimate of BV,
  /// BackwardWorkload::kVertices, and to GPUs. DistBfsOptions has the same.
  SwitchFactors dd{0.02, 0.002};
  SwitchFactors dn{0.02, 0.002};
  SwitchFactors nd{0.02, 0.002};
  BackwardWorkload backward_workload = BackwardWorkload::kArcs;
  /// Null: the work of a rank is done on the cores of the machine.
  MakeDelegateLocal make_local = nullptr;
};

/// An engine for `graph`, on all ranks of `comm`, which outlives it; it searches once `workspace`
/// has been taken. Throws UsageError on all ranks. Collective.
[[nodiscard]] std::unique_ptr<DistBfsEngine> make_delegate_bfs(
    Workspace& workspace, const comm::Communicator& comm,
    std::shared_ptr<const GraphDelegate> graph, const DelegateBfsSettings& settings = {});

}  // namespace strider::detail

// Normal vertices found over nn arcs, to their owners (Pan, Pearce and Owens 2018, section V-B).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "comm/message_memory.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/delegate/graph_delegate.hpp"

namespace strider::detail {

/// One exchange a level: start(), then finish() before the next; between the two messages are on
/// their way. Both collective: a rank on which an attempt has failed sends empty messages.
class NormalExchange {
 public:
  virtual ~NormalExchange() = default;
  /// Sends what visit_normals() reached.
  virtual void start(DelegateLocal& local, comm::Attempts& attempts) = 0;
  /// Gives what came to take_normals().
  virtual void finish(DelegateLocal& local, comm::Attempts& attempts) = 0;
  /// Ranks of the same group cannot be distinguished by where their messages come from.
  [[nodiscard]] virtual int group_of(int rank) const = 0;
};

/// From each rank to each owner, or gathered by node first where the settings say so. Messages lie
/// in `messages`, or, of none, in the host's memory, and are taken with `workspace`. `comm` and
/// `graph` outlive it. Collective.
[[nodiscard]] std::unique_ptr<NormalExchange> make_normal_exchange(
    Workspace& workspace, const comm::Communicator& comm, const GraphDelegate& graph,
    const DelegateBfsSettings& settings, const std::shared_ptr<comm::MessageMemory>& messages);
[[nodiscard]] std::unique_ptr<NormalExchange> make_node_exchange(
    Workspace& workspace, const comm::Communicator& comm, const GraphDelegate& graph,
    const DelegateBfsSettings& settings, const std::shared_ptr<comm::MessageMemory>& messages);

/// Rounds with all ranks to which this one sends, or that send to it: send_bounds[r] bytes at most
/// go to rank r. As declare_rounds(). Collective.
void declare_bounded_rounds(Workspace& workspace, const comm::Communicator& comm,
                            const std::vector<std::uint64_t>& send_bounds,
                            const std::shared_ptr<comm::MessageMemory>& messages,
                            std::optional<comm::RoundExchange>& exchange);

/// The vertices that this rank may send to each rank in a level: its ghosts there or, where they
/// are not made unique, the nn arcs to them.
[[nodiscard]] std::vector<std::uint64_t> most_outgoing(const GraphDelegate& graph, int ranks,
                                                       Uniquify uniquify);

}  // namespace strider::detail

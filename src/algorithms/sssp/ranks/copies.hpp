// Messages along the columns of a grid of ranks, between the owners of vertices and the ranks that
// have copies of them: the expansion of a breadth-first search, and its reverse.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "algorithms/sssp/ranks/local.hpp"
#include "algorithms/sssp/ranks/path_graph.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/search/round_peers.hpp"
#include "ranks/search/rounds.hpp"

namespace strider::detail {

/// What fails on this rank is in `attempts`, and its messages are empty.
template <class W>
class PathCopies {
 public:
  /// For a graph with copies. Both outlive it. Collective.
  PathCopies(Workspace& workspace, const comm::Communicator& comm, const PathGraph<W>& graph,
             comm::Encoding encoding)
      : comm_(comm.duplicate()) {
    declare_rounds(
        workspace, comm_,
        [&](int r) { return graph.is_in_column(r) ? graph.message_bound(r, encoding) : 0; },
        exchange_);
  }

  /// Copies take the distances at which their vertices were relaxed. Collective.
  void expand(LocalPaths<W>& local, comm::Attempts& attempts) {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kExpand);
    share_round(
        *exchange_,
        [&](std::span<std::byte> to) {
          return attempts.run([&] { return local.write_relaxed(to); });
        },
        [&](int owner, std::span<const std::byte> message) {
          attempts.run([&] { local.take_relaxed(owner, message); });
        });
    attempts.run([&] { local.forget_relaxed(); });
  }

  /// Owners take the distances that copies of their vertices have pulled. Collective.
  void collect(LocalPaths<W>& local, comm::Attempts& attempts) {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kExchange);
    exchange_round(
        *exchange_,
        [&](int owner, std::span<std::byte> to) {
          return attempts.run([&] { return local.write_found(owner, to); });
        },
        [&](int finder, std::span<const std::byte> message) {
          attempts.run([&] { local.take_found(finder, message); });
        });
  }

 private:
  comm::Communicator comm_;
  std::optional<comm::RoundExchange> exchange_;
};

}  // namespace strider::detail

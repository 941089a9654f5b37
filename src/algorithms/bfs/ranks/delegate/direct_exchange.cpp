#include <algorithm>
#include <optional>
#include <utility>

#include "algorithms/bfs/ranks/delegate/normal_exchange.hpp"
#include "algorithms/bfs/ranks/delegate/vertex_format.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/search/round_peers.hpp"
#include "ranks/search/rounds.hpp"

namespace strider::detail {

std::vector<std::uint64_t> most_outgoing(const GraphDelegate& graph, int ranks, Uniquify uniquify) {
  std::vector<std::uint64_t> most(static_cast<std::size_t>(ranks), 0);
  if (uniquify == Uniquify::kOn) {
    for (std::size_t r = 0; r < most.size(); ++r) {
      most[r] = graph.ghost_begin[r + 1] - graph.ghost_begin[r];
    }
    return most;
  }
  for (const std::uint32_t column : graph.nn.columns) {
    if (column < graph.num_local) continue;
    const auto next = std::upper_bound(graph.ghost_begin.begin(), graph.ghost_begin.end(),
                                       column - graph.num_local);
    ++most[static_cast<std::size_t>(next - graph.ghost_begin.begin()) - 1];
  }
  return most;
}

void declare_bounded_rounds(Workspace& workspace, const comm::Communicator& comm,
                            const std::vector<std::uint64_t>& send_bounds,
                            const std::shared_ptr<comm::MessageMemory>& messages,
                            std::optional<comm::RoundExchange>& exchange) {
  const std::vector<std::uint64_t> receive_bounds = comm.exchange_counts(send_bounds);
  std::vector<comm::RoundExchange::Peer> peers;
  comm.for_each_other([&](int r) {
    const auto i = static_cast<std::size_t>(r);
    if (send_bounds[i] == 0 && receive_bounds[i] == 0) return;
    peers.push_back({r, send_bounds[i], receive_bounds[i]});
  });
  declare_rounds(workspace, comm, std::move(peers), exchange, messages);
}

namespace {

class DirectExchange final : public NormalExchange {
 public:
  DirectExchange(Workspace& workspace, const comm::Communicator& comm, const GraphDelegate& graph,
                 const DelegateBfsSettings& settings,
                 const std::shared_ptr<comm::MessageMemory>& messages)
      : comm_(comm.duplicate()) {
    const VertexFormat format(settings.uniquify, settings.encoding);
    std::vector<std::uint64_t> bounds = most_outgoing(graph, comm_.size(), settings.uniquify);
    for (std::size_t r = 0; r < bounds.size(); ++r) {
      bounds[r] = format.bound(graph.owners.size(static_cast<int>(r)), bounds[r]);
    }
    declare_bounded_rounds(workspace, comm_, bounds, messages, exchange_);
  }

  void start(DelegateLocal& local, comm::Attempts& attempts) override {
    send_to_each(
        *exchange_,
        [&](int rank, std::span<std::byte> to) {
          return attempts.run([&] { return local.write_normals(rank, {}, to); });
        },
        [&](comm::PackedMessages to) { attempts.run([&] { local.write_all_normals(to); }); });
  }

  void finish(DelegateLocal& local, comm::Attempts& attempts) override {
    take_from_each(*exchange_, [&](int rank, std::span<const std::byte> message) {
      attempts.run([&] { local.take_normals(rank, message); });
    });
    exchange_->finish_round();
  }

  [[nodiscard]] int group_of(int rank) const override { return rank; }

 private:
  comm::Communicator comm_;
  std::optional<comm::RoundExchange> exchange_;
};

}  // namespace

std::unique_ptr<NormalExchange> make_normal_exchange(
    Workspace& workspace, const comm::Communicator& comm, const GraphDelegate& graph,
    const DelegateBfsSettings& settings, const std::shared_ptr<comm::MessageMemory>& messages) {
  if (settings.local_all_to_all == LocalAllToAll::kOn) {
    return make_node_exchange(workspace, comm, graph, settings, messages);
  }
  return std::make_unique<DirectExchange>(workspace, comm, graph, settings, messages);
}

}  // namespace strider::detail

#include <algorithm>
#include <optional>
#include <utility>

#include "algorithms/bfs/ranks/delegate/normal_exchange.hpp"
#include "algorithms/bfs/ranks/delegate/vertex_format.hpp"
#include "comm/collective_error.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/search/round_peers.hpp"

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

std::vector<comm::RoundExchange::Peer> bounded_peers(
    const comm::Communicator& comm, const std::vector<std::uint64_t>& send_bounds) {
  const std::vector<std::uint64_t> receive_bounds = comm.exchange_counts(send_bounds);
  std::vector<comm::RoundExchange::Peer> peers;
  for (int r = 0; r < comm.size(); ++r) {
    const auto i = static_cast<std::size_t>(r);
    if (r == comm.rank() || (send_bounds[i] == 0 && receive_bounds[i] == 0)) continue;
    peers.push_back({r, send_bounds[i], receive_bounds[i]});
  }
  return peers;
}

void make_bounded_rounds(const comm::Communicator& comm,
                         const std::vector<std::uint64_t>& send_bounds,
                         const std::shared_ptr<comm::MessageMemory>& messages, const char* purpose,
                         std::optional<comm::RoundExchange>& exchange) {
  const std::vector<comm::RoundExchange::Peer> peers = bounded_peers(comm, send_bounds);
  comm::try_on_all_ranks(comm, [&] {
    require_message_memory(NodeMemory(comm), messages.get(),
                           comm::RoundExchange::memory_bytes(peers), purpose);
    exchange.emplace(comm, peers, messages);
  });
}

namespace {

/// Bytes of the largest messages to each rank.
std::vector<std::uint64_t> direct_bounds(const GraphDelegate& graph, int ranks,
                                         const DelegateBfsSettings& settings) {
  const VertexFormat format(settings.uniquify, settings.encoding);
  std::vector<std::uint64_t> bounds = most_outgoing(graph, ranks, settings.uniquify);
  for (std::size_t r = 0; r < bounds.size(); ++r) {
    bounds[r] = format.bound(graph.owners.size(static_cast<int>(r)), bounds[r]);
  }
  return bounds;
}

class DirectExchange final : public NormalExchange {
 public:
  DirectExchange(const comm::Communicator& comm, const GraphDelegate& graph,
                 const DelegateBfsSettings& settings,
                 const std::shared_ptr<comm::MessageMemory>& messages)
      : comm_(comm.duplicate()) {
    make_bounded_rounds(comm_, direct_bounds(graph, comm_.size(), settings), messages,
                        "messages of normal vertices", exchange_);
  }

  void start(DelegateLocal& local) override {
    send_to_each(*exchange_,
                 [&](int rank, std::span<std::byte> to) { return local.write_outgoing(rank, to); });
  }

  void finish(DelegateLocal& local) override {
    while (const std::optional<std::size_t> peer = exchange_->next_received()) {
      local.take_normals(exchange_->rank(*peer), exchange_->received(*peer));
    }
    exchange_->finish_round();
  }

  [[nodiscard]] int group_of(int rank) const override { return rank; }

 private:
  comm::Communicator comm_;
  std::optional<comm::RoundExchange> exchange_;
};

}  // namespace

std::unique_ptr<NormalExchange> make_direct_exchange(
    const comm::Communicator& comm, const GraphDelegate& graph, const DelegateBfsSettings& settings,
    std::shared_ptr<comm::MessageMemory> messages) {
  return std::make_unique<DirectExchange>(comm, graph, settings, std::move(messages));
}

std::unique_ptr<NormalExchange> make_normal_exchange(
    const comm::Communicator& comm, const GraphDelegate& graph, const DelegateBfsSettings& settings,
    std::shared_ptr<comm::MessageMemory> messages) {
  return settings.local_all_to_all == LocalAllToAll::kOn
             ? make_node_exchange(comm, graph, settings, std::move(messages))
             : make_direct_exchange(comm, graph, settings, std::move(messages));
}

std::uint64_t predict_normal_message_bytes(const comm::Communicator& comm,
                                           const GraphDelegate& graph,
                                           const DelegateBfsSettings& settings) {
  if (settings.local_all_to_all == LocalAllToAll::kOn) {
    return predict_node_message_bytes(comm, graph, settings);
  }
  return comm::RoundExchange::memory_bytes(
      bounded_peers(comm, direct_bounds(graph, comm.size(), settings)));
}

}  // namespace strider::detail

#include <algorithm>
#include <cstring>
#include <optional>

#include "algorithms/bfs/dist/delegate/normal_exchange.hpp"
#include "base/memory.hpp"
#include "comm/agreement.hpp"
#include "comm/round_exchange.hpp"
#include "dist/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {

std::size_t VertexFormat::bound(std::uint32_t universe, std::uint64_t most) const {
  if (!unique_) return most * sizeof(std::uint32_t);
  const std::uint64_t count = std::min<std::uint64_t>(most, universe);
  return count == 0 ? 0 : comm::bound(universe, count, encoding_);
}

std::size_t VertexFormat::write(std::span<const std::uint32_t> vertices, std::uint32_t universe,
                                std::span<std::byte> to) const {
  if (unique_) return comm::encode(vertices, universe, encoding_, to);
  if (vertices.size_bytes() > to.size())
    throw UsageError("more vertices than a message has room for");
  if (!vertices.empty()) std::memcpy(to.data(), vertices.data(), vertices.size_bytes());
  return vertices.size_bytes();
}

std::size_t VertexFormat::write_bits(std::span<const std::uint64_t> words, std::uint64_t count,
                                     std::uint32_t universe, std::span<std::byte> to) const {
  return comm::encode_bitmap(words, universe, count, encoding_, to);
}

std::span<const std::uint32_t> VertexFormat::read(std::span<const std::byte> message,
                                                  std::uint32_t universe, Array<std::uint32_t>& ids,
                                                  Array<std::uint32_t>& buffer) const {
  if (!unique_) {
    return {reinterpret_cast<const std::uint32_t*>(message.data()),
            message.size() / sizeof(std::uint32_t)};
  }
  const comm::Decoded decoded = comm::decode(message, universe, buffer);
  if (!decoded.is_bitmap) return decoded.ids;
  const std::uint64_t count = decoded.count();
  if (ids.size() < count) ids = Array<std::uint32_t>(count);
  std::size_t place = 0;
  decoded.for_each([&](std::uint32_t id) { ids[place++] = id; });
  return ids.span().first(place);
}

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

namespace {

class DirectExchange final : public NormalExchange {
 public:
  DirectExchange(const comm::Communicator& comm, const GraphDelegate& graph,
                 const DelegateBfsSettings& settings)
      : comm_(comm.duplicate()), g_(graph), format_(settings.uniquify, settings.encoding) {
    const std::vector<std::uint64_t> most = most_outgoing(graph, comm_.size(), settings.uniquify);
    std::vector<std::uint64_t> bounds(most.size());
    for (std::size_t r = 0; r < most.size(); ++r) {
      bounds[r] = format_.bound(g_.owners.size(static_cast<int>(r)), most[r]);
    }
    const std::vector<std::uint64_t> receive_bounds = comm_.exchange_counts(bounds);
    std::vector<comm::RoundExchange::Peer> peers;
    for (int r = 0; r < comm_.size(); ++r) {
      const auto i = static_cast<std::size_t>(r);
      if (r == comm_.rank() || (bounds[i] == 0 && receive_bounds[i] == 0)) continue;
      peers.push_back({r, bounds[i], receive_bounds[i]});
    }
    comm::agree(comm_, [&] {
      NodeMemory(comm_).require(comm::RoundExchange::memory_bytes(peers),
                                "messages of normal vertices");
      exchange_.emplace(comm_, peers);
    });
  }

  void start(const DelegateLocal& local) override {
    for (std::size_t peer = 0; peer < exchange_->num_peers(); ++peer) {
      const int rank = exchange_->rank(peer);
      exchange_->send(peer, format_.write(local.outgoing(rank), g_.owners.size(rank),
                                          exchange_->send_buffer(peer)));
    }
  }

  void finish(const Take& take) override {
    while (const std::optional<std::size_t> peer = exchange_->next_received()) {
      take(exchange_->rank(*peer),
           format_.read(exchange_->received(*peer), g_.num_local, ids_, buffer_));
    }
    exchange_->finish_round();
  }

  [[nodiscard]] int group_of(int rank) const override { return rank; }

 private:
  comm::Communicator comm_;
  const GraphDelegate& g_;
  VertexFormat format_;
  std::optional<comm::RoundExchange> exchange_;
  Array<std::uint32_t> ids_;
  Array<std::uint32_t> buffer_;
};

}  // namespace

std::unique_ptr<NormalExchange> make_direct_exchange(const comm::Communicator& comm,
                                                     const GraphDelegate& graph,
                                                     const DelegateBfsSettings& settings) {
  return std::make_unique<DirectExchange>(comm, graph, settings);
}

std::unique_ptr<NormalExchange> make_normal_exchange(const comm::Communicator& comm,
                                                     const GraphDelegate& graph,
                                                     const DelegateBfsSettings& settings) {
  return settings.local_all_to_all == LocalAllToAll::kOn
             ? make_node_exchange(comm, graph, settings)
             : make_direct_exchange(comm, graph, settings);
}

}  // namespace strider::detail

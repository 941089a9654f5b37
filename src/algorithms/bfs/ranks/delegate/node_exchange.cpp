// The paper's local all-to-all: what a node has for ranks of number j on other nodes is gathered
// first at its own rank of number j, the node leader for them.
//
// A message to a node leader is aggregated: for each owner that it leads to, ascending, the bytes
// of a payload, a number of 64 bits; then the payloads, each padded. A payload is what a message to
// the owner would be. The node leader merges the payloads for each owner on another node into one
// message, and reads those for its own vertices. Payloads stay where they arrived until the round
// ends.
#include <algorithm>
#include <optional>
#include <utility>

#include "algorithms/bfs/ranks/delegate/normal_exchange.hpp"
#include "algorithms/bfs/ranks/delegate/vertex_format.hpp"
#include "comm/node_grid.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/search/round_peers.hpp"
#include "ranks/search/rounds.hpp"

namespace strider::detail {
namespace {

/// As sets are aligned in messages.
[[nodiscard]] constexpr std::size_t padded(std::size_t bytes) {
  constexpr std::size_t kAlignment = 8;
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}
[[nodiscard]] constexpr std::size_t heads_bytes(std::size_t owners) {
  return owners * sizeof(std::uint64_t);
}

int node_of(const comm::NodeGrid& nodes, int rank) {
  return static_cast<int>(nodes.node_of(static_cast<std::size_t>(rank)));
}
/// The rank of the node of `here` that gathers its messages to `rank`.
int leader_for(const comm::NodeGrid& nodes, int rank, int here) {
  const std::size_t node = nodes.node_of(static_cast<std::size_t>(here));
  const std::size_t number = nodes.number_of(static_cast<std::size_t>(rank));
  return static_cast<int>(nodes.rank_of(node, number % nodes.ranks_on(node)));
}

/// Bytes of the largest messages to each rank: to node leaders of this node, and to ranks of other
/// nodes.
struct NodeBounds {
  /// By node leader: the owners whose messages it gathers; of other nodes' ranks none.
  std::vector<std::vector<int>> through;
  /// By owner: of this rank's message to it.
  std::vector<std::uint64_t> to_owner;
  std::vector<std::uint64_t> gather;
  std::vector<std::uint64_t> send;
};
/// Collective.
NodeBounds node_bounds(const comm::Communicator& comm, const comm::NodeGrid& nodes,
                       const GraphDelegate& graph, const DelegateBfsSettings& settings) {
  const VertexFormat format(settings.uniquify, settings.encoding);
  const std::vector<std::uint64_t> most = most_outgoing(graph, comm.size(), settings.uniquify);
  // Of all ranks of this node together.
  std::vector<std::uint64_t> node_most = most;
  comm.split(node_of(nodes, comm.rank()), comm.rank())
      .all_reduce(std::span<std::uint64_t>(node_most), comm::Reduction::kSum);
  NodeBounds bounds{
      std::vector<std::vector<int>>(most.size()), std::vector<std::uint64_t>(most.size(), 0),
      std::vector<std::uint64_t>(most.size(), 0), std::vector<std::uint64_t>(most.size(), 0)};
  for (int r = 0; r < comm.size(); ++r) {
    const auto i = static_cast<std::size_t>(r);
    const auto leader = static_cast<std::size_t>(leader_for(nodes, r, comm.rank()));
    bounds.through[leader].push_back(r);
    bounds.to_owner[i] = format.bound(graph.owners.size(r), most[i]);
    bounds.gather[leader] += padded(bounds.to_owner[i]);
    if (static_cast<int>(leader) == comm.rank() && r != comm.rank()) {
      bounds.send[i] = format.bound(graph.owners.size(r), node_most[i]);
    }
  }
  for (std::size_t leader = 0; leader < bounds.gather.size(); ++leader) {
    if (bounds.gather[leader] > 0)
      bounds.gather[leader] += heads_bytes(bounds.through[leader].size());
  }
  return bounds;
}

class NodeExchange final : public NormalExchange {
 public:
  NodeExchange(Workspace& workspace, const comm::Communicator& comm, const GraphDelegate& graph,
               const DelegateBfsSettings& settings,
               const std::shared_ptr<comm::MessageMemory>& messages)
      : gather_comm_(comm.duplicate()),
        send_comm_(comm.duplicate()),
        nodes_(comm, settings.ranks_per_node) {
    NodeBounds bounds = node_bounds(comm, nodes_, graph, settings);
    through_ = std::move(bounds.through);
    to_owner_ = std::move(bounds.to_owner);
    declare_bounded_rounds(workspace, gather_comm_, bounds.gather, messages, gather_);
    declare_bounded_rounds(workspace, send_comm_, bounds.send, messages, send_);
  }

  void start(DelegateLocal& local, comm::Attempts& attempts) override {
    send_to_each(*gather_, [&](int leader, std::span<std::byte> to) {
      return attempts.run([&] { return pack(local, leader, to); });
    });
    payloads_.clear();
    take_from_each(*gather_, [&](int rank, std::span<const std::byte> message) {
      attempts.run([&] { find_payloads(rank, message); });
    });
    send_to_each(*send_, [&](int rank, std::span<std::byte> to) {
      return attempts.run([&] { return forward(local, rank, to); });
    });
  }

  void finish(DelegateLocal& local, comm::Attempts& attempts) override {
    const auto take = [&](int rank, std::span<const std::byte> message) {
      attempts.run([&] { local.take_normals(rank, message); });
    };
    for (const Payload& payload : payloads_) {
      if (payload.to == gather_comm_.rank()) take(payload.from, payload.message);
    }
    take_from_each(*send_, take);
    gather_->finish_round();
    send_->finish_round();
  }

  [[nodiscard]] int group_of(int rank) const override { return node_of(nodes_, rank); }

 private:
  /// Vertices of `to` that a rank of this node found, in a message that arrived.
  struct Payload {
    int to;
    int from;
    std::span<const std::byte> message;
  };
  /// Owners whose messages `leader`, a rank of this node, gathers.
  [[nodiscard]] const std::vector<int>& through(int leader) const {
    return through_[static_cast<std::size_t>(leader)];
  }

  std::size_t pack(DelegateLocal& local, int leader, std::span<std::byte> to) {
    if (to.empty()) return 0;
    heads_.clear();
    const std::size_t begin = heads_bytes(through(leader).size());
    std::size_t end = begin;
    for (const int owner : through(leader)) {
      // No more than its own room: an encoding may take more bytes where there are more.
      const std::span<std::byte> room = to.subspan(end, to_owner_[static_cast<std::size_t>(owner)]);
      const std::size_t bytes = local.write_normals(owner, {}, room);
      heads_.push_back(bytes);
      end += padded(bytes);
    }
    if (end == begin) return 0;
    gather_->store(to, std::as_bytes(std::span<const std::uint64_t>(heads_)));
    return end;
  }

  /// In the message of a rank of the node.
  void find_payloads(int from, std::span<const std::byte> message) {
    if (message.empty()) return;
    const std::vector<int>& owners = through(gather_comm_.rank());
    heads_.resize(owners.size());
    gather_->load(std::as_writable_bytes(std::span<std::uint64_t>(heads_)), message);
    std::size_t begin = heads_bytes(owners.size());
    for (std::size_t i = 0; i < owners.size(); ++i) {
      if (heads_[i] == 0) continue;
      payloads_.push_back({owners[i], from, message.subspan(begin, heads_[i])});
      begin += padded(heads_[i]);
    }
  }

  /// The message to `rank` on another node.
  std::size_t forward(DelegateLocal& local, int rank, std::span<std::byte> to) {
    if (to.empty()) return 0;
    others_.clear();
    for (const Payload& payload : payloads_) {
      if (payload.to == rank) others_.push_back(payload.message);
    }
    return local.write_normals(rank, others_, to);
  }

  comm::Communicator gather_comm_;
  comm::Communicator send_comm_;
  comm::NodeGrid nodes_;
  std::vector<std::vector<int>> through_;  // by rank; of other nodes' none
  std::vector<std::uint64_t> to_owner_;    // by owner: bytes of the largest message to it
  std::optional<comm::RoundExchange> gather_;
  std::optional<comm::RoundExchange> send_;
  std::vector<Payload> payloads_;
  std::vector<std::span<const std::byte>> others_;  // payloads of one owner
  std::vector<std::uint64_t> heads_;
};

}  // namespace

std::unique_ptr<NormalExchange> make_node_exchange(
    Workspace& workspace, const comm::Communicator& comm, const GraphDelegate& graph,
    const DelegateBfsSettings& settings, const std::shared_ptr<comm::MessageMemory>& messages) {
  return std::make_unique<NodeExchange>(workspace, comm, graph, settings, messages);
}

}  // namespace strider::detail

// The paper's local all-to-all: what a node has for ranks of number j on other nodes is gathered at
// its own rank of number j first.
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
namespace {

constexpr std::size_t kAlignment = 8;  // of the messages of sets
[[nodiscard]] constexpr std::size_t padded(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// Which ranks share a node.
class Nodes {
 public:
  /// Collective.
  Nodes(const comm::Communicator& comm, int ranks_per_node) {
    int leader = ranks_per_node > 0 ? comm.rank() / ranks_per_node * ranks_per_node : 0;
    if (ranks_per_node <= 0) {
      leader = static_cast<int>(comm.split_by_node().all_reduce(
          static_cast<std::uint32_t>(comm.rank()), comm::Reduction::kMin));
    }
    leader_ = comm.all_gather(leader);
    for (int r = 0; r < comm.size(); ++r) {
      const auto i = static_cast<std::size_t>(r);
      number_.push_back(
          static_cast<int>(std::count(leader_.begin(), leader_.begin() + r, leader_[i])));
      if (leader_[i] == leader) mine_.push_back(r);
    }
  }
  [[nodiscard]] int node_of(int rank) const { return leader_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] std::span<const int> mine() const { return mine_; }
  /// The rank of this node at which messages to `rank` are gathered.
  [[nodiscard]] int gate_to(int rank) const {
    const auto number = static_cast<std::size_t>(number_[static_cast<std::size_t>(rank)]);
    return mine_[number % mine_.size()];
  }

 private:
  std::vector<int> leader_;  // the lowest rank of each rank's node
  std::vector<int> number_;  // of each rank on its node
  std::vector<int> mine_;    // ranks of this node, ascending
};

class NodeExchange final : public NormalExchange {
 public:
  NodeExchange(const comm::Communicator& comm, const GraphDelegate& graph,
               const DelegateBfsSettings& settings)
      : gather_comm_(comm.duplicate()),
        send_comm_(comm.duplicate()),
        g_(graph),
        format_(settings.uniquify, settings.encoding),
        nodes_(comm, settings.ranks_per_node) {
    const std::vector<std::uint64_t> most = most_outgoing(graph, comm.size(), settings.uniquify);
    // Of all ranks of this node together.
    std::vector<std::uint64_t> node_most = most;
    comm.split(nodes_.node_of(comm.rank()), comm.rank())
        .all_reduce(std::span<std::uint64_t>(node_most), comm::Reduction::kSum);
    std::vector<std::uint64_t> gather_bounds(most.size(), 0);
    std::vector<std::uint64_t> send_bounds(most.size(), 0);
    std::uint32_t largest = 0;
    for (int r = 0; r < comm.size(); ++r) {
      const auto i = static_cast<std::size_t>(r);
      const std::uint32_t universe = g_.owners.size(r);
      const int gate = nodes_.gate_to(r);
      if (most[i] > 0) {
        gather_bounds[static_cast<std::size_t>(gate)] +=
            kAlignment + padded(format_.bound(universe, most[i]));
      }
      if (gate == comm.rank() && r != comm.rank()) {
        send_bounds[i] = format_.bound(universe, node_most[i]);
        largest = std::max(largest, universe);
      }
      if (gate == comm.rank()) through_.push_back(r);
    }
    comm::agree(comm, [&] { merged_ = Array<std::uint64_t>((largest + 63ULL) / 64, 0); });
    post(gather_comm_, gather_bounds, gather_, "vertices gathered on a node");
    post(send_comm_, send_bounds, send_, "messages between nodes");
  }

  void start(const DelegateLocal& local) override {
    for (std::size_t peer = 0; peer < gather_->num_peers(); ++peer) {
      gather_->send(peer, pack(local, gather_->rank(peer), gather_->send_buffer(peer)));
    }
    collect(local);
    for (std::size_t peer = 0; peer < send_->num_peers(); ++peer) {
      send_->send(peer, forward(send_->rank(peer), send_->send_buffer(peer)));
    }
  }

  void finish(const Take& take) override {
    const int self = gather_comm_.rank();
    for (const Parcel& parcel : parcels_) {
      if (parcel.to == self) {
        take(parcel.from, {pool_.data() + parcel.begin, parcel.end - parcel.begin});
      }
    }
    while (const std::optional<std::size_t> peer = send_->next_received()) {
      take(send_->rank(*peer), format_.read(send_->received(*peer), g_.num_local, ids_, buffer_));
    }
    send_->finish_round();
  }

  [[nodiscard]] int group_of(int rank) const override { return nodes_.node_of(rank); }

 private:
  /// Vertices of `to` that a rank of this node met: part of pool_.
  struct Parcel {
    int to;
    int from;
    std::size_t begin;
    std::size_t end;
  };

  void post(const comm::Communicator& comm, const std::vector<std::uint64_t>& bounds,
            std::optional<comm::RoundExchange>& exchange, const char* purpose) {
    const std::vector<std::uint64_t> receive_bounds = comm.exchange_counts(bounds);
    std::vector<comm::RoundExchange::Peer> peers;
    for (int r = 0; r < comm.size(); ++r) {
      const auto i = static_cast<std::size_t>(r);
      if (r == comm.rank() || (bounds[i] == 0 && receive_bounds[i] == 0)) continue;
      peers.push_back({r, bounds[i], receive_bounds[i]});
    }
    comm::agree(comm, [&] {
      NodeMemory(comm).require(comm::RoundExchange::memory_bytes(peers), purpose);
      exchange.emplace(comm, peers);
    });
  }

  /// A parcel in a message: its owner and bytes, 4 each, then the vertices, padded.
  std::size_t pack(const DelegateLocal& local, int gate, std::span<std::byte> to) const {
    std::size_t place = 0;
    for (int r = 0; r < gather_comm_.size(); ++r) {
      if (nodes_.gate_to(r) != gate || local.outgoing(r).empty()) continue;
      const std::size_t bytes =
          format_.write(local.outgoing(r), g_.owners.size(r), to.subspan(place + kAlignment));
      const std::uint32_t head[2] = {static_cast<std::uint32_t>(r),
                                     static_cast<std::uint32_t>(bytes)};
      std::memcpy(to.data() + place, head, sizeof head);
      place += kAlignment + padded(bytes);
    }
    return place;
  }

  void keep(int to, int from, std::span<const std::uint32_t> vertices) {
    parcels_.push_back({to, from, pool_.size(), pool_.size() + vertices.size()});
    pool_.insert(pool_.end(), vertices.begin(), vertices.end());
  }

  /// What this rank is the gate for, of all ranks of the node.
  void collect(const DelegateLocal& local) {
    parcels_.clear();
    pool_.clear();
    for (const int r : through_) {
      if (r != gather_comm_.rank() && !local.outgoing(r).empty()) {
        keep(r, gather_comm_.rank(), local.outgoing(r));
      }
    }
    while (const std::optional<std::size_t> peer = gather_->next_received()) {
      std::span<const std::byte> message = gather_->received(*peer);
      while (!message.empty()) {
        std::uint32_t head[2];
        std::memcpy(head, message.data(), sizeof head);
        const auto to = static_cast<int>(head[0]);
        const std::span<const std::byte> set = message.subspan(kAlignment, head[1]);
        keep(to, gather_->rank(*peer), format_.read(set, g_.owners.size(to), ids_, buffer_));
        message = message.subspan(kAlignment + padded(head[1]));
      }
    }
    gather_->finish_round();
  }

  /// The message to `rank` on another node.
  std::size_t forward(int rank, std::span<std::byte> to) {
    if (!format_.unique()) {
      std::size_t place = 0;
      for (const Parcel& parcel : parcels_) {
        if (parcel.to != rank) continue;
        place += format_.write({pool_.data() + parcel.begin, parcel.end - parcel.begin},
                               g_.owners.size(rank), to.subspan(place));
      }
      return place;
    }
    const std::span<std::uint64_t> words =
        merged_.span().first((g_.owners.size(rank) + 63ULL) / 64);
    std::uint64_t count = 0;
    for (const Parcel& parcel : parcels_) {
      if (parcel.to != rank) continue;
      for (std::size_t i = parcel.begin; i < parcel.end; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << (pool_[i] % 64);
        count += (words[pool_[i] / 64] & bit) == 0 ? 1U : 0U;
        words[pool_[i] / 64] |= bit;
      }
    }
    if (count == 0) return 0;
    const std::size_t bytes = format_.write_bits(words, count, g_.owners.size(rank), to);
    std::fill(words.begin(), words.end(), std::uint64_t{0});
    return bytes;
  }

  comm::Communicator gather_comm_;
  comm::Communicator send_comm_;
  const GraphDelegate& g_;
  VertexFormat format_;
  Nodes nodes_;
  std::vector<int> through_;  // ranks whose messages are gathered here
  std::optional<comm::RoundExchange> gather_;
  std::optional<comm::RoundExchange> send_;
  std::vector<Parcel> parcels_;
  std::vector<std::uint32_t> pool_;
  Array<std::uint64_t> merged_;  // empty between messages
  Array<std::uint32_t> ids_;
  Array<std::uint32_t> buffer_;
};

}  // namespace

std::unique_ptr<NormalExchange> make_node_exchange(const comm::Communicator& comm,
                                                   const GraphDelegate& graph,
                                                   const DelegateBfsSettings& settings) {
  return std::make_unique<NodeExchange>(comm, graph, settings);
}

}  // namespace strider::detail

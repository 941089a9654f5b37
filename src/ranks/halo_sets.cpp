#include "ranks/halo_sets.hpp"

#include <algorithm>

#include "ranks/search/round_peers.hpp"

namespace strider::detail {

HaloSets::HaloSets(const comm::Communicator& comm, const Graph1d& graph, comm::Encoding encoding)
    : comm_(comm), encoding_(encoding), sparse_(comm) {
  for (int rank = 0; rank < comm.size(); ++rank) {
    const PeerGhosts& peer = peers_.emplace_back(ghosts_with(graph, rank));
    most_ghosts_ = std::max({most_ghosts_, peer.range_size, peer.num_subscribed});
  }
}

void HaloSets::declare(Workspace& workspace, const std::shared_ptr<comm::MessageMemory>& messages) {
  const auto bound = [&](int rank) {
    const PeerGhosts& ghosts = peer(rank);
    const std::uint32_t universe = std::max(ghosts.range_size, ghosts.num_subscribed);
    return universe == 0 ? 0 : comm::bound(universe, encoding_);
  };
  declare_rounds(workspace, comm_, bound, exchange_, messages);
  std::size_t answers = 0;
  std::uint64_t bytes = 0;
  comm_.for_each_other([&](int rank) {
    answers += peer(rank).range_size;
    bytes += bound(rank);
  });
  if (may_reach_few_) workspace.count("messages", bytes);
  workspace.when_taken([this] {
    messages_.resize(exchange_->num_peers());
    has_sent_.resize(peers_.size());
  });
  workspace.declare("answers", answers_, answers);
}

}  // namespace strider::detail

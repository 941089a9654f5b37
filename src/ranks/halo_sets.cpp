#include "ranks/halo_sets.hpp"

#include <algorithm>

#include "ranks/one_d/graph_1d.hpp"
#include "ranks/search/round_peers.hpp"

namespace strider::detail {

HaloSets::HaloSets(const comm::Communicator& comm, const Graph1d& graph, comm::Encoding encoding)
    : comm_(comm), encoding_(encoding), num_own_(graph.rows.num_vertices()), sparse_(comm) {
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
    make_ready_to_ask();
  });
  workspace.declare("answers", answers_, answers);
  workspace.declare("the values asked for", values_, num_own_);
}

void HaloSets::make_ready_to_ask() {
  for (auto* by_rank : {&answers_begin_, &num_answers_, &asked_begin_, &num_asked_}) {
    by_rank->assign(peers_.size(), 0);
  }
  for (std::size_t r = 0; r < peers_.size(); ++r) {
    if (r > 0) answers_begin_[r] = answers_begin_[r - 1] + num_answers_[r - 1];
    num_answers_[r] = peers_[r].range_size;
    num_asked_[r] = peers_[r].num_subscribed;
  }
  // As many as there may be.
  comm_.reserve_messages(num_answers_, num_asked_, sizeof(std::uint32_t));
}

}  // namespace strider::detail

#include "comm/node_grid.hpp"

#include <algorithm>
#include <numeric>

#include "comm/collective_error.hpp"

namespace strider::comm {

NodeGrid::NodeGrid(const Communicator& comm, int ranks_per_node) {
  const auto leader = static_cast<std::uint32_t>(
      ranks_per_node > 0 ? comm.rank() / ranks_per_node * ranks_per_node
                         : static_cast<int>(comm.split_by_node().all_reduce(
                               static_cast<std::uint32_t>(comm.rank()), Reduction::kMin)));
  std::vector<std::uint32_t> leaders;
  try_on_all_ranks(comm, [&] { leaders.resize(static_cast<std::size_t>(comm.size())); });
  comm.all_gather(leader, std::span(leaders));
  try_on_all_ranks(comm, [&] { find_nodes(leaders); });
}

/// `leaders`: of each rank, the first one of its node.
void NodeGrid::find_nodes(std::span<const std::uint32_t> leaders) {
  ranks_.resize(leaders.size());
  places_.resize(leaders.size());
  std::iota(ranks_.begin(), ranks_.end(), 0U);
  std::ranges::stable_sort(ranks_, {}, [&](std::uint32_t r) { return leaders[r]; });
  for (std::uint32_t i = 0; i < ranks_.size(); ++i) {
    if (i == 0 || leaders[ranks_[i]] != leaders[ranks_[i - 1]]) starts_.push_back(i);
    places_[ranks_[i]] = {static_cast<std::uint32_t>(starts_.size() - 1), i - starts_.back()};
  }
  starts_.push_back(static_cast<std::uint32_t>(ranks_.size()));
}

bool NodeGrid::is_even() const {
  for (std::size_t node = 1; node < num_nodes(); ++node) {
    if (ranks_on(node) != ranks_on(0)) return false;
  }
  return true;
}

std::size_t NodeGrid::next_hop(std::size_t from, std::size_t to) const {
  const std::size_t node = node_of(from);
  if (node_of(to) == node) return to;
  const std::size_t number = number_of(to);
  if (number >= ranks_on(node)) return rank_of(node_of(to), number_of(from));
  const std::size_t hop = rank_of(node, number);
  return hop == from ? to : hop;
}

std::size_t NodeGrid::num_peers(std::size_t from) const {
  std::size_t peers = 0;
  for (std::size_t to = 0; to < places_.size(); ++to) {
    peers += to != from && next_hop(from, to) == to ? 1 : 0;
  }
  return peers;
}

}  // namespace strider::comm

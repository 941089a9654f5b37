// Which ranks share a node, and the way of a message by a rank of the sender's node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace strider::comm {

/// The ranks of a communicator by node, and by number within their node: a grid where all nodes
/// have as many.
class NodeGrid {
 public:
  /// Nodes are the ranks that share memory, or, where ranks_per_node is not 0, as many consecutive
  /// ones each; the last may have fewer. Collective. Throws MemoryError on all ranks.
  explicit NodeGrid(const Communicator& comm, int ranks_per_node = 0);

  [[nodiscard]] std::size_t num_nodes() const { return starts_.size() - 1; }
  [[nodiscard]] std::size_t ranks_on(std::size_t node) const {
    return starts_[node + 1] - starts_[node];
  }
  /// Whether all nodes have as many ranks as the first.
  [[nodiscard]] bool is_even() const;
  /// All of them, node by node.
  [[nodiscard]] std::span<const std::uint32_t> ranks() const { return ranks_; }
  [[nodiscard]] std::size_t node_of(std::size_t rank) const { return places_[rank].node; }
  [[nodiscard]] std::size_t number_of(std::size_t rank) const { return places_[rank].number; }
  [[nodiscard]] std::size_t rank_of(std::size_t node, std::size_t number) const {
    return ranks_[starts_[node] + number];
  }

  /// Where `from` sends what is for `to`, another rank: to a rank of its own node, which has the
  /// receiver's number, and sends it on to the receiver's node; where its own node has no such
  /// number, to the rank of its own number on the receiver's node. Messages between two ranks all
  /// go the same way.
  [[nodiscard]] std::size_t next_hop(std::size_t from, std::size_t to) const;
  /// How many ranks `from` sends to then: of N nodes of R ranks N + R - 2. O(ranks).
  [[nodiscard]] std::size_t num_peers(std::size_t from) const;

 private:
  struct Place {
    std::uint32_t node;
    std::uint32_t number;
  };
  void find_nodes(std::span<const std::uint32_t> leaders);

  std::vector<std::uint32_t> ranks_;   // by node, then number
  std::vector<std::uint32_t> starts_;  // of nodes, and the end
  std::vector<Place> places_;          // by rank
};

}  // namespace strider::comm

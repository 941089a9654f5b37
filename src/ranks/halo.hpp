// Vertices that one rank owns and others have values of: ghosts.
//
// A value travels in one of the two ways of Gluon (Dathathri et al., PLDI 2018): broadcast, from
// the owner to the ghosts; reduce, from the ghosts to the owner, who makes one value of all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/workspace.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "partition/owner_map.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/one_d/peer_ghosts.hpp"
#include "ranks/one_d/rows_1d.hpp"
#include "strider/array.hpp"

namespace strider::detail {

class GhostMap {
 public:
  /// Ghost i stands for places[i]: in any order, some more than once, own ones among them. One
  /// exchange. `comm` outlives this. Throws MemoryError on all ranks. Collective.
  GhostMap(const comm::Communicator& comm, std::span<const OwnedVertex> places)
      : comm_(&comm), num_ghosts_(places.size()) {
    Array<std::uint32_t> asked;
    comm::try_on_all_ranks(comm, [&] {
      ghosts_.resize(static_cast<std::size_t>(comm.size()));
      owners_.resize(ghosts_.size());
      Workspace workspace;
      workspace.declare("their places", slots_, num_ghosts_);
      workspace.declare("questions", asked, num_ghosts_);
      workspace.take("vertices of other ranks", NodeMemory(comm));
      for (const OwnedVertex& place : places) ++ghosts_[static_cast<std::size_t>(place.rank)];
      std::vector<std::uint64_t> next = comm::begins_by_rank(ghosts_);
      for (std::size_t i = 0; i < num_ghosts_; ++i) {
        slots_[i] = next[static_cast<std::size_t>(places[i].rank)]++;
        asked[slots_[i]] = index(places[i].vertex);
      }
    });
    owned_ = comm::checked_all_to_all<std::uint32_t>(comm, asked.span(), ghosts_, owners_);
    comm::try_on_all_ranks(comm, [&] {
      Workspace workspace;
      declare_messages(workspace, owned_.size());
      workspace.take("messages", NodeMemory(comm));
    });
  }
  /// The local ids of a graph that other ranks own, in the order of ranks: see for_each_range.
  /// Works once the workspace is taken, until when the graph stays. Does not communicate, throws
  /// MemoryError on this rank only.
  GhostMap(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph)
      : comm_(&comm) {
    std::size_t num_owned = 0;
    for (int rank = 0; rank < comm.size(); ++rank) {
      const PeerGhosts peer = ghosts_with(graph, rank);
      ghosts_.push_back(peer.range_size);
      owners_.push_back(peer.num_subscribed);
      num_ghosts_ += peer.range_size;
      num_owned += peer.num_subscribed;
    }
    workspace.declare("owners of ghosts", owned_, num_owned);
    workspace.when_taken([this, &graph] {
      std::uint32_t* next = owned_.data();
      for (int rank = 0; rank < comm_->size(); ++rank) {
        for_each_ghost(ghosts_with(graph, rank), [&](std::uint32_t, Vertex v) { *next++ = v; });
      }
    });
    declare_messages(workspace, num_owned);
  }
  // Its workspace may refer to it.
  GhostMap(const GhostMap&) = delete;
  GhostMap& operator=(const GhostMap&) = delete;

  /// body(first ghost, first local id, count, rank) for the ranges of local ids that a graph's map
  /// has: ghosts and local ids ascend one by one.
  template <class F>
  static void for_each_range(const Graph1d& graph, const F& body) {
    std::size_t ghost = 0;
    for (int rank = 0; rank < graph.owners.num_ranks(); ++rank) {
      const PeerGhosts peer = ghosts_with(graph, rank);
      body(ghost, peer.range_begin, peer.range_size, rank);
      ghost += peer.range_size;
    }
  }

  [[nodiscard]] std::size_t num_ghosts() const { return num_ghosts_; }
  /// The own vertices that ghosts stand for, once for each ghost.
  [[nodiscard]] std::span<const std::uint32_t> owned() const { return owned_.span(); }

  // T has up to 8 bytes. These take no memory.

  /// take(i, value(v)) for every ghost i of the owner's vertex v. Collective.
  template <comm::Sendable T, class Value, class Take>
  void broadcast(const Value& value, const Take& take) {
    const std::span<const T> received = sent_to_ghosts<T>(value);
    for (std::size_t i = 0; i < num_ghosts_; ++i) take(i, received[slot(i)]);
  }
  /// take(v, value(i)) for every ghost i of the own vertex v. Collective.
  template <comm::Sendable T, class Value, class Take>
  void reduce(const Value& value, const Take& take) {
    const std::span<T> sent = view<T>(sent_, num_ghosts_);
    for (std::size_t i = 0; i < num_ghosts_; ++i) sent[slot(i)] = value(i);
    take_from_ghosts<T>(take);
  }

  // The same with the local ids of ghosts, of the graph that this map was made of.

  /// take(id, value(v)) for every ghost id of the owner's vertex v. Collective.
  template <comm::Sendable T, class Value, class Take>
  void broadcast(const Graph1d& graph, const Value& value, const Take& take) {
    const std::span<const T> received = sent_to_ghosts<T>(value);
    for_each_range(graph, [&](std::size_t ghost, Vertex id, Vertex count, int /*rank*/) {
      for (Vertex i = 0; i < count; ++i) take(id + i, received[ghost + i]);
    });
  }
  /// take(v, value(id)) for every ghost id of the own vertex v. Collective.
  template <comm::Sendable T, class Value, class Take>
  void reduce(const Graph1d& graph, const Value& value, const Take& take) {
    const std::span<T> sent = view<T>(sent_, num_ghosts_);
    for_each_range(graph, [&](std::size_t ghost, Vertex id, Vertex count, int /*rank*/) {
      for (Vertex i = 0; i < count; ++i) sent[ghost + i] = value(id + i);
    });
    take_from_ghosts<T>(take);
  }

 private:
  static constexpr std::size_t kMostBytes = 8;

  /// What owners have of ghosts, by the place in messages.
  template <class T, class Value>
  [[nodiscard]] std::span<const T> sent_to_ghosts(const Value& value) {
    const std::span<T> sent = view<T>(sent_, owned_.size());
    for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = value(owned_[i]);
    const std::span<T> received = view<T>(received_, num_ghosts_);
    comm_->all_to_all(std::span<const T>(sent), owners_, received, ghosts_);
    return received;
  }
  /// Takes what ghosts have in `sent_`.
  template <class T, class Take>
  void take_from_ghosts(const Take& take) {
    const std::span<const T> sent = view<T>(sent_, num_ghosts_);
    const std::span<T> received = view<T>(received_, owned_.size());
    comm_->all_to_all(sent, ghosts_, received, owners_);
    for (std::size_t i = 0; i < received.size(); ++i) take(owned_[i], received[i]);
  }
  void declare_messages(Workspace& workspace, std::size_t num_owned) {
    const std::size_t bytes = kMostBytes * std::max(num_ghosts_, num_owned);
    workspace.declare("messages to ghosts", sent_, bytes);
    workspace.declare("messages of ghosts", received_, bytes);
    workspace.when_taken([this] { comm_->reserve_messages(ghosts_, owners_, kMostBytes); });
  }
  template <class T>
  [[nodiscard]] static std::span<T> view(Array<std::byte>& bytes, std::size_t size) {
    static_assert(sizeof(T) <= kMostBytes);
    return {reinterpret_cast<T*>(bytes.data()), size};
  }
  [[nodiscard]] std::size_t slot(std::size_t ghost) const {
    return slots_.empty() ? ghost : slots_[ghost];
  }

  const comm::Communicator* comm_;
  std::vector<std::uint64_t> ghosts_;  ///< by rank: of its vertices, here
  std::vector<std::uint64_t> owners_;  ///< by rank: of the own vertices, there
  Array<std::uint32_t> owned_;         ///< by rank that has the ghosts
  std::size_t num_ghosts_ = 0;
  Array<std::uint64_t> slots_;  ///< by ghost: its place in messages; empty: the same
  Array<std::byte> sent_;
  Array<std::byte> received_;
};

}  // namespace strider::detail

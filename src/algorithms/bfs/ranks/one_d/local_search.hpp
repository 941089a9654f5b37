// The part of a 1D search that touches vertices and edges: what one rank does by itself between
// messages. Whatever runs it, host or device, the scheme in search.cpp stays the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "algorithms/bfs/ranks/engine.hpp"
#include "comm/message_memory.hpp"
#include "partition/ids.hpp"

namespace strider::detail {

/// What one rank found in a level: the next frontier's part among its own vertices.
struct Found1d {
  std::uint64_t vertices = 0;
  /// Adjacency entries of these, known where edges_known.
  std::uint64_t edges = 0;
  bool edges_known = true;
};

/// Messages are sets (comm/encoding) of ghost indices: that is the place of one of the owner's
/// vertices in the range of local ids that another rank keeps for that owner. Both sides know what
/// vertex a ghost index means.
class Local1d {
 public:
  virtual ~Local1d() = default;

  /// Adjacency entries of this rank's vertices, and how many of its vertices have any.
  [[nodiscard]] virtual std::uint64_t num_arcs() const = 0;
  [[nodiscard]] virtual std::uint64_t num_connected() const = 0;
  /// Bytes of the largest message to and from `peer`.
  [[nodiscard]] virtual std::size_t message_bound(int peer) const = 0;

  /// What messages are to lie in; null: the host's memory.
  [[nodiscard]] virtual std::shared_ptr<comm::MessageMemory> messages() const { return nullptr; }

  /// Forgets the last search and takes the arrays of `tree` that fit. All memory that the search
  /// may need is taken here. Throws MemoryError.
  virtual void start(DistBfsTree& tree) = 0;
  /// Makes one of its vertices the source. What a rank without the source leaves out.
  virtual Found1d visit_source(LocalVertex source) = 0;

  // Top-down, in this order:

  /// Follows the arcs of the frontier. Own vertices reached are claimed, vertices of others noted,
  /// each the first time it is reached, with its parent.
  virtual void follow_arcs() = 0;
  /// The vertices of `owner` noted in this level; returns the message's bytes.
  virtual std::size_t write_noted(int owner, std::span<std::byte> to) = 0;
  /// Claims the vertices that `parent_rank` noted and no rank found before.
  virtual void take_noted(int parent_rank, std::span<const std::byte> message) = 0;

  // Bottom-up, in this order:

  /// The vertices of the frontier that `subscriber` keeps local ids of; returns the message's
  /// bytes.
  virtual std::size_t write_frontier(int subscriber, std::span<std::byte> to) = 0;
  virtual void take_frontier(int owner, std::span<const std::byte> message) = 0;
  /// Unvisited vertices look for a neighbour in the frontier.
  virtual void probe() = 0;

  /// Ends a level of either kind: what was found is the frontier, one level farther. Edges are
  /// counted where asked for, or where they cost little.
  virtual Found1d finish_level(bool count_edges) = 0;

  // After the last level, in this order. The parents of vertices that others found are with those:

  /// How many of this rank's vertices others found first.
  [[nodiscard]] virtual std::uint64_t num_remote_parents() const = 0;
  /// Those that `parent_rank` found; returns the message's bytes.
  virtual std::size_t write_requests(int parent_rank, std::span<std::byte> to) = 0;
  /// How many these are.
  [[nodiscard]] virtual std::uint64_t num_remote_parents_of(int parent_rank) const = 0;
  /// Hands the tree over in the input's numbers, but for the parents that others know.
  virtual void finish(DistBfsTree& tree, Level num_levels) = 0;
  /// Writes the parents of the vertices that `owner` names, in the order of their ghosts; returns
  /// how many. Parents are vertices of this rank. Precondition: `to` has room for all of its
  /// vertices that have a local id here.
  virtual std::size_t write_parents(int owner, std::span<const std::byte> message,
                                    std::span<std::uint32_t> to) = 0;
  /// The most that write_parents writes.
  [[nodiscard]] virtual std::size_t most_parents(int owner) const = 0;
  /// Takes the answer to write_requests.
  virtual void take_parents(int parent_rank, std::span<const std::uint32_t> parents,
                            DistBfsTree& tree) = 0;
};

}  // namespace strider::detail

// Parents in a 1D search: of vertices that a rank found itself, and of those that others found, who
// are asked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sssp/ranks/engine.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "ranks/one_d/peer_ghosts.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// What LocalPaths1d does at the end of a search. `paths` says where each local id stands:
/// distance(), is_reached(), parent(), and parent_rank() of own vertices.
class FoundByOthers {
 public:
  /// Of a graph that outlives it. Throws MemoryError.
  FoundByOthers(const Graph1d& graph, comm::Encoding encoding, int threads)
      : graph_(graph),
        encoding_(encoding),
        threads_(threads),
        words_((graph.num_rows() + std::size_t{63}) / 64) {
    for (int r = 0; r < graph.owners.num_ranks(); ++r) {
      const PeerGhosts& peer = peers_.emplace_back(ghosts_with(graph, r));
      most_ghosts_ = std::max({most_ghosts_, peer.range_size, peer.num_subscribed});
    }
    ids_ = Array<std::uint32_t>(most_ghosts_);
    ghost_words_ = Array<std::uint64_t>((most_ghosts_ + 63ULL) / 64);
  }

  [[nodiscard]] const PeerGhosts& peer(int rank) const {
    return peers_[static_cast<std::size_t>(rank)];
  }

  /// That this rank and one other share.
  [[nodiscard]] std::uint32_t most_ghosts() const { return most_ghosts_; }

  /// Before the others.
  template <class W, class Paths>
  std::uint64_t finish(const Paths& paths, DistSsspTree<W>& tree) {
    std::uint64_t reached = 0;
    parallel_chunks(graph_.num_rows(), threads_, [&](std::size_t begin, std::size_t end, int) {
      std::uint64_t reached_here = 0;
      for (std::size_t i = begin; i < end; ++i) {
        const auto v = static_cast<Vertex>(i);
        const bool is_reached = paths.is_reached(v);
        reached_here += is_reached ? 1 : 0;
        tree.distances[v] = paths.distance(v);
        tree.parents[v] = is_reached && paths.parent_rank(v) == graph_.rank
                              ? graph_.global_of(local_id(paths.parent(v)))
                              : kNoGlobalVertex;
      }
      fetch_add_relaxed(reached, reached_here);
    });
    list_remote(paths);
    return reached;
  }

  std::size_t write_requests(int parent_rank, std::span<std::byte> to) {
    std::fill(words_.begin(), words_.end(), 0);
    for (const Vertex v : remote_of(parent_rank)) words_[v / 64] |= std::uint64_t{1} << (v % 64);
    const PeerGhosts& ghosts_there = peer(parent_rank);
    const auto ghosts = ghost_words_.span().first((ghosts_there.num_subscribed + 63ULL) / 64);
    const std::uint64_t count = pack_ghosts(
        ghosts_there, words_.size(), [&](std::size_t w) { return words_[w]; }, ghosts);
    return comm::encode_bitmap(ghosts, ghosts_there.num_subscribed, count, encoding_, to);
  }

  template <class Paths>
  std::size_t write_parents(const Paths& paths, int owner, std::span<const std::byte> message,
                            std::span<std::uint32_t> to) {
    const PeerGhosts& range = peer(owner);
    std::size_t count = 0;
    comm::decode(message, range.range_size, ids_).for_each([&](std::uint32_t ghost) {
      to[count++] = paths.parent(range.range_begin + ghost);
    });
    return count;
  }

  void take_parents(int parent_rank, std::span<const std::uint32_t> parents,
                    std::span<GlobalVertex> tree_parents) const {
    std::size_t next = 0;
    for (const Vertex v : remote_of(parent_rank)) {
      tree_parents[v] = graph_.owners.global(parent_rank, local_vertex(parents[next++]));
    }
  }

 private:
  /// The vertices that others found, by parent rank; those of one ascend.
  template <class Paths>
  void list_remote(const Paths& paths) {
    const Vertex own = graph_.num_rows();
    const auto is_remote = [&](Vertex v) {
      return paths.is_reached(v) && paths.parent_rank(v) != graph_.rank;
    };
    remote_begin_.assign(peers_.size() + 1, 0);
    for (Vertex v = 0; v < own; ++v) {
      if (is_remote(v)) ++remote_begin_[static_cast<std::size_t>(paths.parent_rank(v)) + 1];
    }
    for (std::size_t r = 0; r < peers_.size(); ++r) remote_begin_[r + 1] += remote_begin_[r];
    remote_.resize(remote_begin_.back());
    std::vector<std::size_t> next = remote_begin_;
    for (Vertex v = 0; v < own; ++v) {
      if (is_remote(v)) remote_[next[static_cast<std::size_t>(paths.parent_rank(v))]++] = v;
    }
  }
  [[nodiscard]] std::span<const Vertex> remote_of(int parent_rank) const {
    const auto r = static_cast<std::size_t>(parent_rank);
    return std::span(remote_).subspan(remote_begin_[r], remote_begin_[r + 1] - remote_begin_[r]);
  }

  const Graph1d& graph_;
  const comm::Encoding encoding_;
  const int threads_;
  std::vector<PeerGhosts> peers_;  // by rank
  std::uint32_t most_ghosts_ = 0;
  std::vector<Vertex> remote_;
  std::vector<std::size_t> remote_begin_;  // by parent rank
  Array<std::uint32_t> ids_;
  Array<std::uint64_t> words_;  // of own vertices
  Array<std::uint64_t> ghost_words_;
};

}  // namespace strider::detail

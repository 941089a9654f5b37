// What two ranks call the vertices that one owns and the other has local ids of.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "base/count_ones.hpp"
#include "partition/ids.hpp"

namespace strider::detail {

struct Graph1d;  // ranks/one_d/graph_1d.hpp

/// Both directions between this rank and a peer. A ghost index is a ghost's place in its owner's
/// range of local ids: what messages name.
struct PeerGhosts {
  int rank = 0;

  /// The peer's vertices here: ghost index i is local id range_begin + i, a multiple of 64 first.
  std::uint32_t range_begin = 0;
  std::uint32_t range_size = 0;

  /// This rank's vertices there, in ascending order: all, those of a bitmap, or those of a list.
  enum class Subscribed : std::uint8_t { kAll, kBitmap, kList };
  Subscribed subscribed = Subscribed::kAll;
  std::span<const std::uint64_t> bitmap = {};
  std::span<const std::uint32_t> list = {};
  std::uint32_t num_subscribed = 0;

  /// Nothing travels between the two.
  [[nodiscard]] bool is_empty() const { return range_size == 0 && num_subscribed == 0; }
};

/// The ghosts shared with `rank`: none with itself. The graph outlives the result.
[[nodiscard]] PeerGhosts ghosts_with(const Graph1d& graph, int rank);

/// The ghosts of `peer` whose vertices are in a bitmap of this rank's vertices, as a bitmap of
/// ghosts; returns how many. load(w) gives 64 vertices; `ghosts` has a word for each 64 of
/// num_subscribed. O(own vertices / 64 + ghosts found), for lists O(list).
template <class Load>
std::uint64_t pack_ghosts(const PeerGhosts& peer, std::size_t own_words, const Load& load,
                          std::span<std::uint64_t> ghosts) {
  std::uint64_t count = 0;
  if (peer.subscribed == PeerGhosts::Subscribed::kAll) {
    for (std::size_t w = 0; w < ghosts.size(); ++w) {
      ghosts[w] = load(w);
      count += count_ones(ghosts[w]);
    }
    return count;
  }
  std::fill(ghosts.begin(), ghosts.end(), 0);
  const auto put = [&](std::size_t ghost) {
    ghosts[ghost / 64] |= 1ULL << (ghost % 64);
    ++count;
  };
  if (peer.subscribed == PeerGhosts::Subscribed::kList) {
    for (std::size_t i = 0; i < peer.list.size(); ++i) {
      const std::uint32_t v = peer.list[i];
      if ((load(v / 64) >> (v % 64) & 1U) != 0) put(i);
    }
    return count;
  }
  std::size_t before = 0;  // ghosts of the words so far
  for (std::size_t w = 0; w < own_words; ++w) {
    const std::uint64_t subscribed = peer.bitmap[w];
    for (std::uint64_t rest = load(w) & subscribed; rest != 0; rest &= rest - 1) {
      const std::uint64_t lower = (rest & (~rest + 1)) - 1;
      put(before + count_ones(subscribed & lower));
    }
    before += count_ones(subscribed);
  }
  return count;
}

/// body(ghost index, vertex) for all ghosts of this rank's vertices there, ascending.
template <class F>
void for_each_ghost(const PeerGhosts& peer, F&& body) {
  std::uint32_t ghost = 0;
  if (peer.subscribed == PeerGhosts::Subscribed::kBitmap) {
    for (std::size_t w = 0; w < peer.bitmap.size(); ++w) {
      for (std::uint64_t rest = peer.bitmap[w]; rest != 0; rest &= rest - 1) {
        body(ghost++,
             static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest))));
      }
    }
    return;
  }
  const bool all = peer.subscribed == PeerGhosts::Subscribed::kAll;
  for (; ghost < peer.num_subscribed; ++ghost) body(ghost, all ? ghost : peer.list[ghost]);
}

/// The vertices of ascending ghosts, one after the other.
class GhostReader {
 public:
  explicit GhostReader(const PeerGhosts& peer) : peer_(peer) {}

  /// Precondition: ghost index < num_subscribed, and no smaller than the one before.
  [[nodiscard]] LocalVertex vertex(std::uint32_t ghost) {
    switch (peer_.subscribed) {
      case PeerGhosts::Subscribed::kAll:
        return local_vertex(ghost);
      case PeerGhosts::Subscribed::kList:
        return local_vertex(peer_.list[ghost]);
      case PeerGhosts::Subscribed::kBitmap:
        break;
    }
    unsigned in_word = count(word_);
    while (ghost >= before_ + in_word) {
      before_ += in_word;
      in_word = count(++word_);
    }
    std::uint64_t bits = peer_.bitmap[word_];
    for (std::uint32_t skip = ghost - before_; skip > 0; --skip) bits &= bits - 1;
    return local_vertex(word_ * 64 + static_cast<unsigned>(std::countr_zero(bits)));
  }

 private:
  [[nodiscard]] unsigned count(std::size_t word) const { return count_ones(peer_.bitmap[word]); }

  const PeerGhosts& peer_;
  std::size_t word_ = 0;
  std::uint32_t before_ = 0;  // ghosts of earlier words
};

/// The ghosts of ascending vertices, one after the other: the other way.
class GhostFinder {
 public:
  explicit GhostFinder(const PeerGhosts& peer) : peer_(peer) {}

  /// Precondition: the peer has a ghost of the vertex, which is no smaller than the one before.
  [[nodiscard]] std::uint32_t ghost(std::uint32_t vertex) {
    switch (peer_.subscribed) {
      case PeerGhosts::Subscribed::kAll:
        return vertex;
      case PeerGhosts::Subscribed::kList:
        before_ = static_cast<std::uint32_t>(
            std::lower_bound(peer_.list.begin() + before_, peer_.list.end(), vertex) -
            peer_.list.begin());
        return before_;
      case PeerGhosts::Subscribed::kBitmap:
        break;
    }
    const auto count = [](std::uint64_t bits) { return count_ones(bits); };
    for (; word_ < vertex / 64; ++word_) before_ += count(peer_.bitmap[word_]);
    return before_ + count(peer_.bitmap[word_] & ((1ULL << (vertex % 64)) - 1));
  }

 private:
  const PeerGhosts& peer_;
  std::size_t word_ = 0;
  std::uint32_t before_ = 0;  // ghosts of earlier words, or the last one of a list
};

}  // namespace strider::detail

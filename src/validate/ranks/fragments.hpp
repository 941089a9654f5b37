// Fragments of a claimed forest that ranks share, while Boruvka's method hooks them.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "partition/owner_map.hpp"
#include "ranks/edges/ask_owners.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Of each fragment, at the owner of the vertex that it is called after: what it has become part
/// of. At first every vertex is a fragment. 24 bytes a vertex of this rank.
template <class Key>
class ClaimedFragments {
 public:
  /// The first edge that one rank knows to lead out of a fragment.
  struct Candidate {
    GlobalVertex u;
    GlobalVertex v;
    GlobalVertex neighbor;  ///< the fragment that it leads to
    Key key;
    std::uint32_t fragment;  ///< as its owner numbers the vertex
    [[nodiscard]] bool precedes(const Candidate& other) const {
      return std::tuple(key, u, v) < std::tuple(other.key, other.u, other.v);
    }
  };
  /// What a fragment has become part of, and the key of the edge that it chose in this round: 0
  /// if it had no candidate.
  struct Hooked {
    GlobalVertex name;
    Key key;
  };

  /// The communicator and the map outlive it.
  ClaimedFragments(const comm::Communicator& comm, const OwnerMap& owners)
      : comm_(comm),
        owners_(owners),
        next_(owners.size(comm.rank())),
        keys_(next_.size(), 0),
        first_(next_.size(), kNone) {
    for (std::uint32_t f = 0; f < next_.size(); ++f) next_[f] = name(f);
  }

  /// A round: every fragment with candidates chooses the first one and hooks itself to the fragment
  /// that it leads to. `candidates` are in the order of the owners of their fragments, counts[r]
  /// for rank r; no two ranks have the same one. Returns for each candidate whether its fragment
  /// chose it. O(log n) exchanges. Collective.
  Array<std::uint8_t> hook(std::span<const Candidate> candidates,
                           std::span<const std::uint64_t> counts) {
    // Fragments that are hooked to others are never named again.
    for (const std::uint32_t f : hooking_) {
      next_[f] = name(f);
      keys_[f] = 0;
    }
    hooking_.clear();
    std::vector<std::uint64_t> came_counts;
    const Array<Candidate> came = comm_.all_to_all<Candidate>(candidates, counts, came_counts);
    const Array<std::uint8_t> chosen = choose(came.span());
    cut_pairs();
    shorten();
    return comm_.answer<std::uint8_t>(chosen.span(), came_counts, counts);
  }

  /// What the fragments of these names have become in the last round. Precondition: each was one
  /// when that round began. Collective.
  [[nodiscard]] Array<Hooked> ask(std::span<const GlobalVertex> names) const {
    return ask_owners<Hooked>(comm_, owners_, names, [&](std::uint32_t f) {
      return Hooked{next_[f], keys_[f]};
    });
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  [[nodiscard]] GlobalVertex name(std::uint32_t fragment) const {
    return owners_.global(comm_.rank(), local_vertex(fragment));
  }

  Array<std::uint8_t> choose(std::span<const Candidate> came) {
    for (std::size_t i = 0; i < came.size(); ++i) {
      std::uint64_t& first = first_[came[i].fragment];
      if (first == kNone) hooking_.push_back(came[i].fragment);
      if (first == kNone || came[i].precedes(came[first])) first = i;
    }
    Array<std::uint8_t> chosen(came.size(), 0);
    for (const std::uint32_t f : hooking_) {
      const std::uint64_t first = std::exchange(first_[f], kNone);
      chosen[first] = 1;
      next_[f] = came[first].neighbor;
      keys_[f] = came[first].key;
    }
    return chosen;
  }

  [[nodiscard]] Array<GlobalVertex> next_of_next(std::span<const std::uint32_t> fragments) const {
    std::vector<GlobalVertex> asked;
    asked.reserve(fragments.size());
    for (const std::uint32_t f : fragments) asked.push_back(next_[f]);
    return ask_owners<GlobalVertex>(comm_, owners_, asked,
                                    [&](std::uint32_t f) { return next_[f]; });
  }

  /// As edges are chosen in a strict order, the only cycles are two fragments that chose the same
  /// edge: of these the one with the smaller name stays.
  void cut_pairs() {
    const Array<GlobalVertex> back = next_of_next(hooking_);
    for (std::size_t i = 0; i < back.size(); ++i) {
      const GlobalVertex own = name(hooking_[i]);
      if (back[i] == own && own < next_[hooking_[i]]) next_[hooking_[i]] = own;
    }
  }

  /// Pointer jumping, until each points to a fragment that stays.
  void shorten() {
    std::vector<std::uint32_t> walking = hooking_;
    while (comm_.all_reduce(static_cast<std::uint64_t>(walking.size()), comm::Reduction::kSum) >
           0) {
      const Array<GlobalVertex> farther = next_of_next(walking);
      std::vector<std::uint32_t> still;
      for (std::size_t i = 0; i < walking.size(); ++i) {
        if (std::exchange(next_[walking[i]], farther[i]) != farther[i]) still.push_back(walking[i]);
      }
      walking = std::move(still);
    }
  }

  const comm::Communicator& comm_;
  const OwnerMap& owners_;
  Array<GlobalVertex> next_;
  Array<Key> keys_;
  Array<std::uint64_t> first_;  // the first of the candidates that came; kNone between rounds
  std::vector<std::uint32_t> hooking_;
};

}  // namespace strider::detail

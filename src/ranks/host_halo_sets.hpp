// Sets of own vertices and of ghosts in the memory of a host, as HaloSets sends them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/atomics.hpp"
#include "ranks/halo_sets.hpp"
#include "ranks/search/parallel_round.hpp"

namespace strider::detail {

class HostHaloSets {
 public:
  /// `num_own` vertices; `halo` outlives this, and lies in the host's memory.
  HostHaloSets(Workspace& workspace, HaloSets& halo, std::uint32_t num_own, int threads)
      : halo_(halo),
        threads_(static_cast<int>(
            std::clamp<std::uint64_t>(halo.num_peers(), 1, static_cast<std::uint64_t>(threads)))),
        own_words_((num_own + kWord - 1) / kWord),
        sets_(static_cast<std::size_t>(threads_)) {
    halo.declare(workspace, nullptr);
    const std::size_t most = halo.most_ghosts();
    for (GhostSet& set : sets_) {
      workspace.declare("a set of ghosts", set.words, (most + kWord - 1) / kWord);
      // No message is longer than a bitmap, unless others are asked for.
      workspace.declare("a list of ghosts", set.ids,
                        halo.encoding() == comm::Encoding::kVarint ? most : most / 8 + 8);
    }
  }

  // Words are of 64 vertices or local ids, by number. What is called may be called by several
  // threads at a time, of different ranks. All collective:

  /// own(w): word w of a set of own vertices. The ghosts of the sets of other ranks come by
  /// set(w, bits) for all words of their local ids, of which add(local_id) may add some. Different
  /// ranks' ghosts are of different words.
  template <class Own, class Set, class Add>
  void broadcast(const Own& own, const Set& set, const Add& add) {
    halo_.broadcast(
        ParallelRound(threads_, threads_),
        [&](int rank, std::span<std::byte> to, int thread) {
          return write_own(rank, own, to, words_of_thread(thread));
        },
        [&](int rank, std::span<const std::byte> message, int thread) {
          take_ghosts(halo_.peer(rank), message, ids_of_thread(thread), set, add);
        });
  }

  /// write(peer, words, room) writes a set of ghosts, with room for its bitmap, and returns its
  /// bytes; by one thread where little is looked at for it. take(rank, v): an own vertex whose
  /// ghost is in the set of `rank`. Returns for how many it returned true.
  enum class Writing : std::uint8_t { kLittle, kMuch };
  template <class Write, class Take>
  std::uint64_t reduce(Writing writing, const Write& write, const Take& take) {
    std::uint64_t taken = 0;
    halo_.reduce(
        ParallelRound(writing == Writing::kLittle ? 1 : threads_, threads_),
        [&](int rank, std::span<std::byte> to, int thread) {
          const PeerGhosts& peer = halo_.peer(rank);
          return write(peer, words_of(words_of_thread(thread), peer.range_size), to);
        },
        [&](int rank, std::span<const std::byte> message, int thread) {
          const PeerGhosts& peer = halo_.peer(rank);
          GhostReader reader(peer);
          std::uint64_t of_message = 0;
          comm::decode(message, peer.num_subscribed, ids_of_thread(thread))
              .for_each([&](std::uint32_t ghost) {
                of_message += take(rank, index(reader.vertex(ghost))) ? 1 : 0;
              });
          fetch_add_relaxed(taken, of_message);
        });
    return taken;
  }

  /// Makes of own vertices, ascending, their ghosts at `rank`, which has all of them.
  void name_ghosts(int rank, std::span<std::uint32_t> vertices) const {
    GhostFinder finder(halo_.peer(rank));
    for (std::uint32_t& v : vertices) v = finder.ghost(v);
  }
  /// ghosts_of(rank): those that `rank` is asked about, ascending; answer(local_id) of a ghost that
  /// was asked about here; take(rank, v, value) of each own vertex v whose ghost this rank asked
  /// about. meanwhile() is called in between.
  template <class GhostsOf, class Meanwhile, class Answer, class Take>
  void ask(const GhostsOf& ghosts_of, const Meanwhile& meanwhile, const Answer& answer,
           const Take& take) {
    halo_.ask(
        ParallelRound(threads_, threads_),
        [&](int rank, std::span<std::byte> to, int /*thread*/) {
          return comm::encode(ghosts_of(rank), halo_.peer(rank).num_subscribed, halo_.encoding(),
                              to);
        },
        [&](int rank) { return ghosts_of(rank).size(); }, meanwhile,
        [&](int rank, std::span<const std::byte> message, std::span<std::uint32_t> to, int thread) {
          const PeerGhosts& peer = halo_.peer(rank);
          std::size_t count = 0;
          comm::decode(message, peer.range_size, ids_of_thread(thread))
              .for_each(
                  [&](std::uint32_t ghost) { to[count++] = answer(peer.range_begin + ghost); });
          return count;
        },
        [&](int rank, std::span<const std::uint32_t> values) {
          GhostReader reader(halo_.peer(rank));
          const auto ghosts = ghosts_of(rank);
          for (std::size_t i = 0; i < values.size(); ++i) {
            take(rank, index(reader.vertex(ghosts[i])), values[i]);
          }
        });
  }

 private:
  static constexpr std::size_t kWord = 64;

  /// What a thread reads and writes sets with.
  struct GhostSet {
    Array<std::uint64_t> words;
    Array<std::uint32_t> ids;
  };
  [[nodiscard]] Array<std::uint64_t>& words_of_thread(int thread) {
    return sets_[static_cast<std::size_t>(thread)].words;
  }
  [[nodiscard]] Array<std::uint32_t>& ids_of_thread(int thread) {
    return sets_[static_cast<std::size_t>(thread)].ids;
  }

  [[nodiscard]] static std::span<std::uint64_t> words_of(Array<std::uint64_t>& words,
                                                         std::uint32_t universe) {
    return words.span().first((universe + kWord - 1) / kWord);
  }
  template <class Own>
  std::size_t write_own(int rank, const Own& own, std::span<std::byte> to,
                        Array<std::uint64_t>& room) {
    const PeerGhosts& peer = halo_.peer(rank);
    const std::span<std::uint64_t> words = words_of(room, peer.num_subscribed);
    const std::uint64_t count = pack_ghosts(peer, own_words_, own, words);
    return comm::encode_bitmap(words, peer.num_subscribed, count, halo_.encoding(), to);
  }
  template <class Set, class Add>
  static void take_ghosts(const PeerGhosts& owner, std::span<const std::byte> message,
                          Array<std::uint32_t>& ids, const Set& set, const Add& add) {
    const comm::Decoded ghosts = comm::decode(message, owner.range_size, ids);
    const std::size_t first = owner.range_begin / kWord;
    const std::size_t words = (owner.range_size + kWord - 1) / kWord;
    for (std::size_t w = 0; w < words; ++w) {
      set(first + w, ghosts.is_bitmap ? ghosts.words[w] : 0);
    }
    if (ghosts.is_bitmap) return;
    for (const std::uint32_t ghost : ghosts.ids) add(owner.range_begin + ghost);
  }

  HaloSets& halo_;
  const int threads_;
  const std::size_t own_words_;  // of own vertices
  std::vector<GhostSet> sets_;   // by thread
};

}  // namespace strider::detail

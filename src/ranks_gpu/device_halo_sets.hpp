// Sets of own vertices and of ghosts in the memory of a device, as HaloSets sends them: bitmaps by
// local id, own vertices first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/bitmap_words.hpp"
#include "gpu/buffer.hpp"
#include "ranks/halo_sets.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Own vertices by ghost index: all of them, or those of an array.
struct GhostVertices {
  const u32* vertices;  ///< null: the ghost index is the vertex
  u32 count;
};
STRIDER_DEVICE_FUNCTION u32 vertex_of(const GhostVertices& ghosts, u32 ghost) {
  return ghosts.vertices != nullptr ? ghosts.vertices[ghost] : ghost;
}

class DeviceHaloSets {
 public:
  /// Where messages lie is the wire's to say. All outlive this.
  DeviceHaloSets(Workspace& workspace, Queue& queue, Wire& wire, Sets& sets, HaloSets& halo);

  /// What the parts that this needs are to hold.
  [[nodiscard]] static Wire::Sizes wire_sizes(const HaloSets& halo, MessagePlace place);
  [[nodiscard]] static Sets::Sizes sets_sizes(const HaloSets& halo, u32 num_own);

  // All collective:

  /// The ghosts' bits become those of the vertices that they stand for. Then taken(bits, num_words)
  /// for each range of them, whose first word is `bits`.
  template <class Taken>
  void broadcast(u32* bits, const Taken& taken) {
    halo_.broadcast(
        SerialRound{},
        [&](int rank, std::span<std::byte> to, int /*thread*/) {
          pack(peer(rank), bits);
          return sets_.write(peer(rank).ghosts.count, words_.data(), 0, to).bytes;
        },
        [&](int rank, std::span<const std::byte> message, int /*thread*/) {
          const PeerGhosts& ghosts = halo_.peer(rank);
          const u32 num_words = bitmap_words(ghosts.range_size);
          u32* const range = bits + ghosts.range_begin / 32;
          queue_.copy(range, sets_.read_words(ghosts.range_size, message),
                      std::size_t{num_words} * sizeof(u32));
          taken(range, num_words);
        });
  }

  /// take(rank, vertices, message): the ghosts of `rank` whose bits are set there, as a list or a
  /// bitmap of ghost indices, and the own vertices that they stand for.
  template <class Take>
  void reduce(const u32* bits, const Take& take) {
    halo_.reduce(
        SerialRound{},
        [&](int rank, std::span<std::byte> to, int /*thread*/) {
          const PeerGhosts& ghosts = halo_.peer(rank);
          return sets_.write(ghosts.range_size, bits + ghosts.range_begin / 32, 0, to).bytes;
        },
        [&](int rank, std::span<const std::byte> message, int /*thread*/) {
          const GhostVertices& ghosts = peer(rank).ghosts;
          take(rank, ghosts, sets_.read(ghosts.count, message));
        });
  }

  /// Values by local id, of ghosts that other ranks ask about, and room for as many numbers: by own
  /// vertex, and by local id of a ghost.
  struct Answers {
    const u32* values;
    u32* own_room;
    u32* ghost_room;
  };
  /// select(rank, vertices, words, num_words) puts into the queue what writes the ghost indices of
  /// the own vertices that `rank` is asked about; take(rank, v, value) of each of them, on the
  /// host. meanwhile() is called in between.
  template <class Select, class Meanwhile, class Take>
  void ask(const Select& select, const Meanwhile& meanwhile, const Answers& answers,
           const Take& take) {
    halo_.ask(
        SerialRound{},
        [&](int rank, std::span<std::byte> to, int /*thread*/) {
          const GhostVertices& ghosts = peer(rank).ghosts;
          select(rank, ghosts, words_.data(), bitmap_words(ghosts.count));
          return write_asked(peer(rank), answers.own_room, to);
        },
        [&](int rank) { return peer(rank).asked.size(); }, meanwhile,
        [&](int rank, std::span<const std::byte> message, std::span<std::uint32_t> to,
            int /*thread*/) { return write_answer(halo_.peer(rank), message, answers, to); },
        [&](int rank, std::span<const std::uint32_t> values) {
          const std::vector<u32>& asked = peer(rank).asked;
          for (std::size_t i = 0; i < asked.size(); ++i) take(rank, asked[i], values[i]);
        });
  }

 private:
  struct Peer {
    DeviceBuffer<u32> subscribed;  ///< empty: ghosts are own vertices
    GhostVertices ghosts;
    std::vector<u32> asked;  ///< own vertices that it is asked about
  };
  [[nodiscard]] Peer& peer(int rank) { return peers_[static_cast<std::size_t>(rank)]; }
  /// The ghosts of a peer whose vertices are in a bitmap, into words_.
  void pack(const Peer& peer, const u32* bits);
  std::size_t write_asked(Peer& peer, u32* room, std::span<std::byte> to);
  std::size_t write_answer(const PeerGhosts& ghosts, std::span<const std::byte> message,
                           const Answers& answers, std::span<std::uint32_t> to);

  Queue& queue_;
  Sets& sets_;
  HaloSets& halo_;
  std::vector<Peer> peers_;  // by rank
  DeviceBuffer<u32> words_;  // ghosts of one peer
};

}  // namespace strider::detail::STRIDER_DEVICE

// Sets of own vertices and of ghosts in the memory of a device, as HaloSets sends them: bitmaps by
// local id, own vertices first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/bitmap_words.hpp"
#include "gpu/buffer.hpp"
#include "gpu/vertex_queue.hpp"
#include "ranks/halo_sets.hpp"
#include "ranks_gpu/range_sets.hpp"
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

/// The own vertices that each rank has ghosts of, as ranges of bits.
struct GhostsByRank {
  BitRanges ranges;
  const GhostVertices* ghosts;
};
/// A bit for each ghost whose vertex is_in(vertex, rank); a warp 32 ghosts.
template <class IsIn>
STRIDER_KERNEL pack_ghosts_of_ranks(GhostsByRank all, u32 num_words, IsIn is_in, u32* words) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 rank = all.ranges.of(w * 32);
    const GhostVertices& ghosts = all.ghosts[rank];
    const u32 ghost = w * 32 - all.ranges.begins[rank] + simt::lane_id();
    const bool in = ghost < ghosts.count && is_in(vertex_of(ghosts, ghost), rank);
    const u32 word = simt::ballot(simt::kFullMask, in);
    if (simt::lane_id() == 0) words[w] = word;
  }
}
struct IsInBitmap {
  const u32* bits;
  STRIDER_DEVICE_FUNCTION bool operator()(u32 v, u32 /*rank*/) const { return has_bit(bits, v); }
};

/// Lists the vertices of ghosts, of one rank behind those of another.
struct ListGhostVertices {
  static constexpr u32 kBytesBehind = 0;
  [[nodiscard]] static constexpr u32 bytes_before(u32 /*count*/) { return 0; }
  STRIDER_DEVICE_FUNCTION void put(u32* /*to*/, u32 /*count*/, u32 place, u32 rank,
                                   u32 ghost) const {
    listed[before[rank] + place] = vertex_of(ghosts[rank], ghost);
  }
  STRIDER_DEVICE_FUNCTION void finish(simt::u8* /*to*/, u32 /*count*/) const {}

  const GhostVertices* ghosts;
  const u64* before;
  u32* listed;
};

class DeviceHaloSets {
 public:
  /// Where messages lie is the wire's to say. All outlive this.
  DeviceHaloSets(Workspace& workspace, Queue& queue, Wire& wire, Sets& sets, HaloSets& halo,
                 u32 block_threads);

  /// What the parts that this needs are to hold.
  [[nodiscard]] static Wire::Sizes wire_sizes(const HaloSets& halo, MessagePlace place);
  [[nodiscard]] static Sets::Sizes sets_sizes(const HaloSets& halo, u32 num_own);

  // All collective:

  /// The ghosts' bits become those of the vertices that they stand for. Then taken(bits, num_words)
  /// for each range of them, whose first word is `bits`.
  template <class Taken>
  void broadcast(u32* bits, const Taken& taken) {
    halo_.broadcast(
        PackedRound{},
        [&](comm::PackedMessages to) {
          pack(IsInBitmap{bits});
          subscribed_.write_all(words_.data(), to);
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
        PackedRound{},
        [&](comm::PackedMessages to) { ghosts_.write_all(bits + first_ghost_ / 32, to); },
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
  /// Asks a rank about the own vertices v for which is_asked(v, rank), on the device, each of one
  /// rank; take(rank, v, value) of each of them, on the host. meanwhile() is called in between.
  template <class IsAsked, class Meanwhile, class Take>
  void ask(const IsAsked& is_asked, const Meanwhile& meanwhile, const Answers& answers,
           const Take& take) {
    halo_.ask(
        PackedRound{},
        [&](comm::PackedMessages to) {
          pack(is_asked);
          write_asked(answers.own_room, to);
        },
        [&](int rank) { return subscribed_.count_of(rank); }, meanwhile,
        [&](int rank, std::span<const std::byte> message, std::span<std::uint32_t> to,
            int /*thread*/) { return write_answer(halo_.peer(rank), message, answers, to); },
        [&](int rank, std::span<const std::uint32_t> values) {
          const u32* const asked = asked_.data() + subscribed_.before(rank);
          for (std::size_t i = 0; i < values.size(); ++i) take(rank, asked[i], values[i]);
        });
  }

 private:
  struct Peer {
    DeviceBuffer<u32> subscribed;  ///< empty: ghosts are own vertices
    GhostVertices ghosts;
  };
  [[nodiscard]] Peer& peer(int rank) { return peers_[static_cast<std::size_t>(rank)]; }
  /// The ghosts of all peers whose vertices are in, into words_.
  template <class IsIn>
  void pack(const IsIn& is_in) {
    const u32 num_words = subscribed_.num_bits() / 32;
    simt::launch(queue_.handle(), sets_.shape(u64{num_words} * simt::kWarp),
                 pack_ghosts_of_ranks<IsIn>, GhostsByRank{subscribed_.ranges(), views_.data()},
                 num_words, is_in, words_.data());
  }
  void write_asked(u32* room, comm::PackedMessages to);
  std::size_t write_answer(const PeerGhosts& ghosts, std::span<const std::byte> message,
                           const Answers& answers, std::span<std::uint32_t> to);

  Queue& queue_;
  Sets& sets_;
  HaloSets& halo_;
  std::vector<Peer> peers_;  // by rank
  DeviceBuffer<GhostVertices> views_;
  const u32 first_ghost_;    // of any peer: a local id
  RangeSets ghosts_;         // local ids, from that on
  RangeSets subscribed_;     // own vertices by peer
  DeviceBuffer<u32> words_;  // of these
  std::vector<u32> asked_;   // own vertices, by the peer that is asked about them
};

}  // namespace strider::detail::STRIDER_DEVICE

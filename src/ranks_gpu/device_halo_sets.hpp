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
#include "ranks_gpu/ghosts_by_rank.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail::STRIDER_DEVICE {

struct IsInBitmap {
  const u32* bits;
  STRIDER_DEVICE_FUNCTION bool operator()(u32 v, u32 /*rank*/) const { return has_bit(bits, v); }
};

/// Lists the vertices of ghosts, of one rank behind those of another.
struct ListGhostVertices : NoValues {
  STRIDER_DEVICE_FUNCTION void put(u32* /*to*/, u32 /*count*/, u32 place, u32 rank,
                                   u32 ghost) const {
    listed[before[rank] + place] = vertex_of(ghosts[rank], ghost);
  }

  const GhostVertices* ghosts;  ///< by rank
  const u64* before;            ///< ghosts of earlier ranks
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
        SerialRound{},
        [&](comm::PackedMessages to) {
          own_.count(IsInBitmap{bits});
          own_.sets().write(to);
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
        [&](comm::PackedMessages to) {
          theirs_.count(bits);
          theirs_.sets().write(to);
        },
        [&](int rank, std::span<const std::byte> message, int /*thread*/) {
          const GhostVertices& ghosts = own_.of(rank);
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
        SerialRound{},
        [&](comm::PackedMessages to) {
          own_.count(is_asked);
          write_asked(answers.own_room, to);
        },
        [&](int rank) { return own_.sets().count_of(static_cast<std::size_t>(rank)); }, meanwhile,
        [&](int rank, std::span<const std::byte> message, std::span<std::uint32_t> to,
            int /*thread*/) { return write_answer(halo_.peer(rank), message, answers, to); },
        [&](int rank, std::span<const std::uint32_t> values) {
          const u32* const asked =
              asked_.data() + own_.sets().before(static_cast<std::size_t>(rank));
          for (std::size_t i = 0; i < values.size(); ++i) take(rank, asked[i], values[i]);
        });
  }

 private:
  void write_asked(u32* room, comm::PackedMessages to);
  std::size_t write_answer(const PeerGhosts& ghosts, std::span<const std::byte> message,
                           const Answers& answers, std::span<std::uint32_t> to);

  Queue& queue_;
  Sets& sets_;
  HaloSets& halo_;
  TheirGhosts theirs_;
  OwnGhosts own_;
  std::vector<u32> asked_;  // own vertices, by the peer that is asked about them
};

}  // namespace strider::detail::STRIDER_DEVICE
